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
}

/** Gives the sections that make pieces a capacity a day, so that the board shows the load of their days. */
async function writeCapacities(tx: Rows): Promise<void> {
  const capacities = { ΧΥΤΑ: 120, ΦΙΤΙΛΙΑ: 60, GEMISMA: 80, ΒΑΦΗ: 60 }
  await tx.run(sql`
    update sections s set capacity_e4 = c.value::bigint * 10000
    from jsonb_each_text(${JSON.stringify(capacities)}::jsonb) c where s.name = c.key`)
}

type OpenTask = { readonly id: number; readonly pieces: Quantity; readonly productId: number; readonly seq: number }

/** Gives the tasks that have not received theirs the materials of their recipes. */
async function writeMaterials(tx: Rows): Promise<void> {
  const tasks = await tx.many<OpenTask>(sql`
    select id, quantity_e4 as pieces, product_id as "productId", seq from tasks where status in ('PENDING', 'STARTED') order by id`)
  const filled = []
  for (const { id, pieces, productId, seq } of tasks)
    filled.push({ id, pieces, materials: await recipeOfStep(tx, productId, seq) })
  await insertMaterialsOf(tx, filled)
}
