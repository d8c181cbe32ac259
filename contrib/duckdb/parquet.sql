-- The tables as Parquet, into the current folder; after report.sql.

copy (from breaks) to 'breaks.parquet' (format parquet, compression zstd);
copy (from per_rule) to 'per_rule.parquet' (format parquet, compression zstd);
