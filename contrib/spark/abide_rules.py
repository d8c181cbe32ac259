"""Which rules coding agents broke, over a store of the logs of many machines.

    spark-submit abide_rules.py --logs STORE --rules rules.json --out OUT
    spark-submit abide_rules.py --calls LINES --rules rules.json --out OUT

STORE holds the agents' own logs as they are, below a folder for each machine:
STORE/MACHINE/... LINES holds tool calls, one JSON document a line, as hooks get
them. Every executor runs `abide scan`: what one log or line says does not hang on
any other. OUT gets Parquet: `calls`, `per_rule`, and `unread`.
"""

import argparse
import json
import os
import subprocess
import tempfile

import pyarrow
from pyspark import SparkFiles
from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as f

FROM_LOGS = """
    id string, agent string, tool string, session string, subagent boolean, time string,
    cwd string, project string, outcome string, verdict string, rule string,
    rules array<string>, about array<string>, command string, path string, file string, line long,
    error string
"""
FROM_LINES = """
    id string, verdict string, rule string, rules array<string>, reason string, error string,
    call string
"""

# Logs that one process of abide reads, and so how many are in memory at a time.
LOGS_AT_ONCE = "32"


TYPES = {
    "string": pyarrow.string(),
    "boolean": pyarrow.bool_(),
    "long": pyarrow.int64(),
    "array<string>": pyarrow.list_(pyarrow.string()),
}


def table(rows, schema):
    """Rows as Spark takes them; what one lacks is null."""
    fields = [field.split() for field in schema.split(",")]
    types = pyarrow.schema([(name, TYPES[kind]) for name, kind in fields])
    return pyarrow.RecordBatch.from_pylist(rows, schema=types)


def scan(abide, rules, *arguments, calls=None):
    """Runs `abide scan` and gives what it answered."""
    program, rules = SparkFiles.get(abide), SparkFiles.get(rules)
    os.chmod(program, 0o755)
    command = [program, "scan", "--rules", rules, *arguments]
    done = subprocess.run(command, input=calls or b"", stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def judge_logs(abide, rules):
    """From logs, as Spark reads binary files, to a row for each call in them."""

    def judge(batches):
        for batch in batches:
            with tempfile.TemporaryDirectory() as folder:
                # With their whole paths: agents name sessions and projects by folders.
                for log in batch.to_pylist():
                    copy = folder + "/" + log["path"].split(":", 1)[-1].lstrip("/")
                    os.makedirs(os.path.dirname(copy), exist_ok=True)
                    with open(copy, "wb") as file:
                        file.write(log["content"])
                rows = scan(abide, rules, "--history", folder)
                for row in rows:
                    row["file"] = row["file"].removeprefix(folder)
            yield table(rows, FROM_LOGS)

    return judge


def judge_lines(abide, rules):
    """From lines to the same lines with their verdicts."""

    def judge(batches):
        for batch in batches:
            lines = batch.column("value").to_pylist()
            answers = scan(abide, rules, calls="\n".join(lines).encode())
            for answer in answers:
                answer["call"] = lines[answer["line"] - 1]
                answer["id"] = None if answer.get("id") is None else str(answer["id"])
            yield table(answers, FROM_LINES)

    return judge


def calls_of_logs(spark, store, abide, rules):
    """Each call once, with its machine; and what could not be read."""
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", LOGS_AT_ONCE)
    logs = spark.read.format("binaryFile").option("recursiveFileLookup", True).load(store)
    rows = logs.select("path", "content").mapInArrow(judge_logs(abide, rules), FROM_LOGS)
    root = "/" + store.split(":", 1)[-1].strip("/") + "/"
    machine = f.split(f.substring_index("file", root, -1), "/")[0]
    rows = rows.withColumn("machine", machine).withColumn("time", f.to_timestamp("time")).persist()
    # A forked or resumed session holds the calls of the one before. The newest
    # record that knows what became of a call is the best one.
    best = Window.partitionBy("id").orderBy(
        f.col("outcome") == "unknown", f.desc_nulls_last("time"), "file", "line"
    )
    calls = rows.where("id is not null").withColumn("best", f.row_number().over(best))
    unread = rows.where("error is not null").select("machine", "file", "line", "error")
    return calls.where("best = 1").drop("best", "error"), unread


def per_rule_of_logs(calls):
    """How often each rule was broken."""
    number = lambda outcome: f.count_if(f.col("outcome") == outcome).alias(outcome)
    chances = calls.select(f.explode("about").alias("rule")).groupBy("rule").agg(f.count("*").alias("chances"))
    return (
        calls.withColumn("rule", f.explode("rules"))
        .groupBy("rule")
        .agg(
            f.count("*").alias("broken"),
            f.countDistinct("machine").alias("machines"),
            f.countDistinct("agent", "session").alias("sessions"),
            f.countDistinct("project").alias("projects"),
            number("ran"),
            number("failed"),
            number("blocked_by_abide"),
            f.min("time").alias("first"),
            f.max("time").alias("last"),
        )
        .join(chances, "rule", "left")
        .orderBy(f.desc("broken"), "rule")
    )


def calls_of_lines(spark, store, abide, rules):
    """The lines that are calls, with their verdicts; and those that are none."""
    rows = spark.read.text(store).mapInArrow(judge_lines(abide, rules), FROM_LINES).persist()
    return rows.where("error is null").drop("error"), rows.where("error is not null").select("call", "error")


def per_rule_of_lines(calls):
    """How often each rule was broken."""
    rules = calls.withColumn("rule", f.explode("rules"))
    return rules.groupBy("rule").agg(f.count("*").alias("broken")).orderBy(f.desc("broken"), "rule")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--logs", metavar="STORE", help="logs of agents, below a folder for each machine")
    source.add_argument("--calls", metavar="LINES", help="tool calls, one JSON document a line")
    parser.add_argument("--rules", required=True, help="the rules file; one that needs no other file")
    parser.add_argument("--abide", required=True, help="the program, as built for the executors")
    parser.add_argument("--out", required=True, help="where the tables go; they are written anew")
    options = parser.parse_args()

    spark = SparkSession.builder.appName("abide").config("spark.sql.session.timeZone", "UTC").getOrCreate()
    for needed in (options.abide, options.rules):
        spark.sparkContext.addFile(needed)
    shipped = os.path.basename(options.abide), os.path.basename(options.rules)
    if options.logs:
        calls, unread = calls_of_logs(spark, options.logs, *shipped)
        per_rule = per_rule_of_logs(calls)
    else:
        calls, unread = calls_of_lines(spark, options.calls, *shipped)
        per_rule = per_rule_of_lines(calls)
    for name, rows in [("calls", calls), ("per_rule", per_rule), ("unread", unread)]:
        rows.write.mode("overwrite").parquet(f"{options.out}/{name}")
    spark.read.parquet(f"{options.out}/per_rule").orderBy(f.desc("broken"), "rule").show(100, truncate=40)
    spark.stop()


if __name__ == "__main__":
    main()
