-- Two roles for the database of the service: one that owns the schema and migrates, one that serves and cannot change it.
-- Run once as a superuser in the database of the service, with the names and passwords that you choose:
--   psql "$ADMIN_URL" -v owner=vanags_owner -v owner_password=… -v app=vanags_app -v app_password=… -f database-roles.sql
-- Then migrate with the first (DATABASE_URL of the owner, `npm run cli -- migrate`) and start the service with the second and
-- MIGRATE_ON_START=off. A migration of a newer release is run by the owner again.
create role :"owner" login password :'owner_password' nosuperuser nocreatedb nocreaterole;
create role :"app" login password :'app_password' nosuperuser nocreatedb nocreaterole;
select current_database() as database \gset
revoke all on database :"database" from public;
grant connect, temporary on database :"database" to :"owner", :"app";
revoke all on schema public from public;
grant usage, create on schema public to :"owner";
grant usage on schema public to :"app";
alter default privileges for role :"owner" in schema public grant select, insert, update, delete on tables to :"app";
alter default privileges for role :"owner" in schema public grant usage, select on sequences to :"app";
alter default privileges for role :"owner" in schema public grant execute on functions to :"app";
