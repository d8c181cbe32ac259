-- What `abide scan --history` tells of many machines, as tables:
--
--   abide scan --rules rules.json --history logs/ > calls.jsonl
--   cat scan.sql report.sql | duckdb fleet.db
--
-- The file is looked for in the current folder; name it 'calls/*.jsonl' to read
-- what several processes wrote. Times are in UTC.

create or replace table lines as
from read_json('calls.jsonl', format = 'newline_delimited', columns = {
    id: 'varchar', agent: 'varchar', tool: 'varchar', session: 'varchar', subagent: 'boolean',
    time: 'timestamp', cwd: 'varchar', project: 'varchar', outcome: 'varchar',
    verdict: 'varchar', rule: 'varchar', rules: 'varchar[]', about: 'varchar[]',
    command: 'varchar', path: 'varchar', file: 'varchar', line: 'bigint', error: 'varchar'
});

-- Each call once: a forked or resumed session holds the calls of the one before.
-- The newest record that knows what became of the call is the best one.
create or replace view calls as
select * exclude (error) from lines where id is not null
qualify row_number() over (
    partition by id order by outcome = 'unknown', time desc nulls last, file, line
) = 1;

-- What could not be read.
create or replace view unread as
select file, line, error from lines where error is not null;

-- A row for each time that a rule was broken.
create or replace view breaks as
select unnest(rules) as rule, agent, session, project, time, cwd, command, path, outcome, file, line
from calls;

-- How many calls were about a rule, and could have broken it.
create or replace view chances as
select rule, count(*) as chances from (select unnest(about) as rule from calls) group by rule;
