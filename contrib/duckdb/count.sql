-- What `abide count` tells of one machine, as tables:
--
--   abide count --all-projects --json --emit breaks.jsonl > count.json
--   cat count.sql report.sql | duckdb breaks.db
--
-- Both files are looked for in the current folder. Times are in UTC.

-- A row for each rule, those too that were never broken.
create or replace table rules as
select rule.* from (
    select unnest(rules) as rule
    from read_json('count.json', columns = {rules: 'struct(
        id varchar, text varchar, source varchar,
        broken bigint, chances bigint, sessions bigint, projects bigint,
        agents map(varchar, bigint), outcomes map(varchar, bigint),
        "first" timestamp, "last" timestamp)[]'})
);

-- A row for each time that a rule was broken.
create or replace table breaks as
from read_json('breaks.jsonl', format = 'newline_delimited', columns = {
    rule: 'varchar', agent: 'varchar', session: 'varchar', project: 'varchar', time: 'timestamp',
    cwd: 'varchar', command: 'varchar', path: 'varchar', outcome: 'varchar', file: 'varchar', line: 'bigint'
});

-- How many calls were about a rule, and could have broken it.
create or replace view chances as
select id as rule, chances from rules;
