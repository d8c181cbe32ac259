-- Tables of the breaks, after count.sql or scan.sql.

create or replace view per_rule as
select
    rule,
    count(*) as broken,
    any_value(chances) as chances,
    count(distinct (agent, session)) as sessions,
    count(distinct project) as projects,
    count(*) filter (outcome = 'ran') as ran,
    count(*) filter (outcome = 'failed') as failed,
    count(*) filter (outcome = 'blocked_by_abide') as blocked,
    count(*) filter (outcome not in ('ran', 'failed', 'blocked_by_abide')) as other,
    min(time) as "first",
    max(time) as "last"
from breaks left join chances using (rule)
group by rule order by broken desc, rule;

create or replace view per_week as
select date_trunc('week', time)::date as week, rule, count(*) as broken
from breaks group by all order by week, broken desc, rule;

create or replace view per_agent as
select agent, rule, count(*) as broken, count(distinct session) as sessions
from breaks group by all order by broken desc, agent, rule;

create or replace view per_project as
select project, rule, count(*) as broken, count(distinct (agent, session)) as sessions
from breaks group by all order by broken desc, project, rule;

from per_rule;
from per_week;
from per_agent;
from per_project;
