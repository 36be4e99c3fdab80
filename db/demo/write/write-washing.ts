import { WASHING_DESCRIPTION } from '#features/production/domain/description.ts'
import { LAUNDRY_SECTION } from '#features/production/domain/task.ts'
import type { Rows } from '#server/db/database.ts'
import type { People } from '../accounts.ts'
import type { DemoCompany } from '../build.ts'
import type { Washing } from '../ledger.ts'
import type { LoanRecord } from '../loans.ts'
import { insertRows, reserveIds } from './insert-rows.ts'
import { idOf, type ProductIds } from './write-goods.ts'

type Return = LoanRecord & { readonly washing: Washing }

const returnsOf = ({ loans }: DemoCompany): Return[] => loans.filter((loan): loan is Return => loan.washing !== null)

/** The name of the customer and of the product, as tasks and write-offs store them. */
const namesOf = ({ order: { customer }, product }: Return, ids: ProductIds) => ({
  product_id: idOf(ids, product),
  product_name: product.name,
  customer_id: customer.id,
  customer_name: customer.name,
})
const NAMES = { product_id: 'bigint', product_name: 'text', customer_id: 'bigint', customer_name: 'text' }

/** Writes the washing tasks of the returns, before the loans and movements that name them. */
export async function writeWashing(tx: Rows, company: DemoCompany, ids: ProductIds): Promise<void> {
  const { calendar } = company
  const returns = returnsOf(company)
  const taskIds = await reserveIds(tx, "nextval(pg_get_serial_sequence('tasks', 'id'))", returns.length)
  for (const [index, { washing }] of returns.entries()) washing.id = taskIds[index] as number
  await insertRows(
    tx,
    'tasks',
    {
      ...NAMES,
      id: 'bigint',
      section: 'text',
      name: 'text',
      description: 'text',
      comments: 'text',
      status: 'text',
      work: 'text',
      quantity_e4: 'bigint',
      done_e4: 'bigint',
      scrapped_e4: 'bigint',
      taskref: 'text',
      seq: 'int',
      photos: 'jsonb',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      finished_at: 'timestamptz',
    },
    returns.map((back) => {
      const { washing, product, quantity, note, time } = back
      const { closed, broken } = washing
      return {
        ...namesOf(back, ids),
        id: washing.id,
        section: LAUNDRY_SECTION,
        name: product.name,
        description: WASHING_DESCRIPTION,
        comments: note ?? '',
        status: closed === null ? 'PENDING' : 'FINISHED',
        work: 'LAUNDRY',
        quantity_e4: quantity,
        done_e4: closed === null ? 0 : quantity - broken,
        scrapped_e4: closed === null ? 0 : broken,
        taskref: `return-${washing.id}`,
        seq: 1,
        photos: [],
        created_at: calendar.moment(time),
        updated_at: calendar.moment(closed ?? time),
        finished_at: closed === null ? null : calendar.moment(closed),
      }
    }),
  )
}

/** Writes who closed the washing tasks, and which pieces were broken. */
export async function writeClosings(tx: Rows, company: DemoCompany, ids: ProductIds, people: People): Promise<void> {
  const { calendar } = company
  const closed = returnsOf(company).filter(({ washing }) => washing.closed !== null)
  const pressIds = await reserveIds(tx, "nextval(pg_get_serial_sequence('task_presses', 'id'))", closed.length)
  const closings = closed.map((back, index) => ({
    back,
    ...people('operations@kerino.demo'),
    press_id: pressIds[index],
    task_id: back.washing.id,
    worker: 'Μαρία',
    at: calendar.moment(back.washing.closed ?? back.time),
  }))
  const columns = { task_id: 'bigint', worker: 'text', user_id: 'bigint', user_name: 'text', at: 'timestamptz' }
  await insertRows(
    tx,
    'task_presses',
    { ...columns, id: 'bigint', kind: 'text', done_e4: 'bigint', scrapped_e4: 'bigint', before: 'jsonb' },
    closings.map(({ back: { quantity, washing }, press_id, ...press }) => ({
      ...press,
      id: press_id,
      kind: 'CLOSE',
      done_e4: quantity - washing.broken,
      scrapped_e4: washing.broken,
      before: { status: 'PENDING', worker: '' },
    })),
  )
  await insertRows(
    tx,
    'write_offs',
    { ...NAMES, ...columns, press_id: 'bigint', quantity_e4: 'bigint', kind: 'text', reason: 'text' },
    closings
      .filter(({ back }) => back.washing.broken > 0)
      .map(({ back, ...press }) => ({
        ...press,
        ...namesOf(back, ids),
        quantity_e4: back.washing.broken,
        kind: 'BROKEN',
        reason: 'Ράγισε στο πλύσιμο',
      })),
  )
}
