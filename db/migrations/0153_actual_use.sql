-- What the finished pieces of a task really took of a material more than by recipe, in the unit of the material; below zero for less.
alter table task_materials add column extra_e4 bigint not null default 0;
