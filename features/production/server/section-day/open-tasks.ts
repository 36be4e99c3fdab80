import { pictureKeys } from '#features/photos/server/photo-uses.ts'
import type { Quantity } from '#kernel/money.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { ChainTask } from '../../domain/chains.ts'
import type { SectionTask } from '../../domain/section-day-contract.ts'
import { LEFT } from '../section-loads.ts'
import { TASK_DAY } from '../task-day.ts'

/** An open task of a section, whether or not its turn has come. */
export type OpenTask = ChainTask & Omit<SectionTask, 'isLate' | 'chain' | 'materials'>

const COLUMNS = sql`t.id, t.version, t.work, t.name, t.description, coalesce(p.name, nullif(t.product_name, ''), t.name) as product,
  coalesce(p.unit, 'Item') as unit, t.status, t.order_id as "orderId", t.customer_name as customer,
  ${TASK_DAY}::text as day, t.quantity_e4 as quantity, t.done_e4 as done,
  t.scrapped_e4 as scrapped, ${LEFT} as left, t.comments,
  ${pictureKeys(sql`t.photos`)} as photos, t.worker,
  t.product_id as "productId", t.taskref, t.seq`

/** Returns the open tasks of a section. */
export const readOpenTasks = (rows: Rows, section: string): Promise<OpenTask[]> =>
  rows.many<OpenTask & { left: Quantity }>(sql`
    select ${COLUMNS} from tasks t left join products p on p.id = t.product_id
    where t.section = ${section} and t.is_open
    order by t.id`)

/** A task in any status. */
export type AnyTask = OpenTask & {
  readonly section: string
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** Returns tasks by id, in no particular order. An unknown id is left out. */
export const readTasks = (rows: Rows, ids: readonly number[]): Promise<AnyTask[]> =>
  rows.many<AnyTask>(sql`
    select ${COLUMNS}, t.section, t.created_at as "createdAt", t.finished_at as "finishedAt"
    from tasks t left join products p on p.id = t.product_id where t.id = any(${[...ids]}::bigint[])`)

/** Returns one task, or null. */
export const readTask = async (rows: Rows, id: number): Promise<AnyTask | null> =>
  (await readTasks(rows, [id]))[0] ?? null
