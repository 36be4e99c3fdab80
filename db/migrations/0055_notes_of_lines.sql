-- A line of an order has a free text, such as the text of a ribbon. It is printed with the line.
alter table public.order_lines add column note text not null default '';
