import { insertMaterialsOf, recipeOfStep } from '#features/production/server/task-materials.ts'
import { type Quantity } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { DemoCompany } from '../build.ts'
import { insertRows } from './insert-rows.ts'
import { tasksOf } from '../tasks.ts'
import { idOf, type ProductIds } from './write-goods.ts'

/** Writes the tasks of the sections. */
export async function writeTasks(tx: Rows, company: DemoCompany, ids: ProductIds): Promise<void> {
  const { calendar } = company
  await insertRows(
    tx,
    'tasks',
    {
      section: 'text',
      name: 'text',
      status: 'text',
      quantity_e4: 'bigint',
      done_e4: 'bigint',
      finished_at: 'timestamptz',
      order_id: 'bigint',
      taskref: 'text',
      seq: 'int',
      product_id: 'bigint',
      product_name: 'text',
      customer_id: 'bigint',
      customer_name: 'text',
      photos: 'jsonb',
      expected_at: 'timestamp',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      description: 'text',
      comments: 'text',
    },
    tasksOf(company).map(({ order, line, section, name, status, seq, created }) => ({
      section,
      name,
      status,
      quantity_e4: line.quantity,
      done_e4: status === 'FINISHED' ? line.quantity : 0,
      finished_at: status === 'FINISHED' ? calendar.moment(created) : null,
      order_id: order.id,
      taskref: `${order.id}-1`,
      seq,
      product_id: idOf(ids, line.product),
      product_name: line.product.name,
      customer_id: order.customer.id,
      customer_name: order.customer.name,
      photos: [],
      expected_at: order.expected,
      created_at: calendar.moment(created),
      updated_at: calendar.moment(created),
      description: '',
      comments: '',
    })),
  )
  await writeMaterials(tx)
  await writeCapacities(tx)
  await writePlans(tx)
}

/**
 * Writes what the tasks of each order were made for. Of the orders that nobody has begun, the first got a product more since then, and
 * the second was to be delivered three days earlier, so that their pages propose changes of their tasks.
 */
async function writePlans(tx: Rows): Promise<void> {
  await tx.run(sql`
    insert into order_plans (order_id, needs, expected_at)
    select o.id, (select jsonb_object_agg(n.product_id, n.quantity_e4) from order_needs n where n.order_id = o.id),
      o.expected_delivery_at
    from orders o where o.id in (select order_id from tasks where work = 'PRODUCTION')`)
  // what an order needs, lacks, and has no task for
  const untasked = sql`
    select n.product_id from order_needs n join products on products.id = n.product_id
    where n.order_id = o.id and products.stock_e4 < n.quantity_e4
      and exists (select from requirement_steps s where s.product_id = n.product_id)
      and n.product_id not in (select t.product_id from tasks t where t.order_id = o.id) order by 1 limit 1`
  const unbegun = sql`
    o.status = 'PENDING-STOCK' and exists (select from tasks t where t.order_id = o.id)
      and 'PENDING' = all (select status from tasks t where t.order_id = o.id)`
  const grown = await tx.maybe<{ id: number; productId: number }>(sql`
    select o.id, (${untasked}) as "productId" from orders o where ${unbegun} and exists (${untasked}) order by o.id desc limit 1`)
  const moved = await tx.maybe<{ id: number }>(sql`
    select o.id from orders o where ${unbegun} and o.id <> ${grown?.id ?? 0} order by o.id desc limit 1`)
  await tx.run(sql`
    update order_plans set needs = needs - ${String(grown?.productId ?? '')}::text where order_id = ${grown?.id ?? 0}`)
  await tx.run(sql`
    update order_plans set expected_at = expected_at - interval '3 days' where order_id = ${moved?.id ?? 0}`)
  await tx.run(sql`
    update tasks set expected_at = expected_at - interval '3 days' where order_id = ${moved?.id ?? 0} and status = 'PENDING'`)
}

/** Gives the sections that make pieces a capacity a day, so that the board shows the load of their days. Two people dye, by minutes. */
async function writeCapacities(tx: Rows): Promise<void> {
  const capacities = { ΧΥΤΑ: 120, ΦΙΤΙΛΙΑ: 60, GEMISMA: 80, ΒΑΦΗ: 60 }
  await tx.run(sql`
    update sections s set capacity_e4 = c.value::bigint * 10000
    from jsonb_each_text(${JSON.stringify(capacities)}::jsonb) c where s.name = c.key`)
  await tx.run(sql`update sections set capacity_minutes_e4 = 960 * 10000::bigint where name = 'ΒΑΦΗ'`)
  await tx.run(sql`update requirement_steps set minutes_e4 = 12 * 10000::bigint where section = 'ΒΑΦΗ'`)
}

type OpenTask = { readonly id: number; readonly pieces: Quantity; readonly productId: number; readonly seq: number }

/** Gives the tasks that have not received theirs the materials of their recipes. */
async function writeMaterials(tx: Rows): Promise<void> {
  const tasks = await tx.many<OpenTask>(sql`
    select id, quantity_e4 as pieces, product_id as "productId", seq from tasks
    where status in ('PENDING', 'STARTED', 'PRODUCTION', 'DELIVERY') order by id`)
  const filled = []
  for (const { id, pieces, productId, seq } of tasks)
    filled.push({ id, pieces, materials: await recipeOfStep(tx, productId, seq) })
  await insertMaterialsOf(tx, filled)
}
