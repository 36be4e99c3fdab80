-- The turns at outside services stand in service_turns, their queue in the processes.
drop table outside_turns;
drop table outside_pace;
