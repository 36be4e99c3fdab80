/** The data API of production tasks. */
import { z } from 'zod'
import { boolean, computed, decimal, integer, json, moment, text, wallClock } from '#server/data-api/fields.ts'
import { type DataTable, dataTable, one } from '#server/data-api/table.ts'
import { raw, sql } from '#server/db/database.ts'
import { INTERNAL_ORDER_ID, INTERNAL_CUSTOMER_ID } from '#kernel/import/placeholder-numbers.ts'
import { productionRights } from '../domain/rights.ts'
import { TASK_STATUSES } from '../domain/task.ts'
import { MATERIALS_OF_TASK, showMaterials, zMaterials } from './task-materials.ts'
import { type ChangeWashing, changeTask } from './work/patch-task.ts'
import { createTask, sectionNameFor } from './write-task.ts'

export const owns = ['tasks', 'task_materials', 'task_presses', 'order_plans'] as const
export const reads = [
  'awaited_materials',
  'inbound_invoice_lines',
  'inbound_invoices',
  'incoming_goods',
  'order_lines',
  'order_loans',
  'orders',
  'products',
  'promised_lines',
  'provider_products',
  'providers',
  'requirement_materials',
  'requirement_steps',
  'sections',
] as const

const zList = z.array(z.unknown()).max(1000)

/** Tasks as programs write them. A PATCH has the effects of the press of a section on the stock and on the order. */
export const tasksTable = (changeWashing: ChangeWashing): DataTable =>
  dataTable({
    name: 'tasks',
    note: 'Work of a section for an order, or for the company itself. A PATCH changes status, materials, comments and photos, with the effects of the press in a section: a material whose stockReceived becomes true leaves the stock, FINISHED takes what is left of the materials and books the product once, at the last step. So programs no longer change the stock themselves. A POST books nothing: what it says is received or finished is history.',
    from: sql`tasks t`,
    id: 'id',
    fields: {
      id: integer('t.id'),
      type: text('t.section', {
        required: true,
        ignoresCase: true,
        foldedValue: sectionNameFor,
        max: 100,
        note: 'Name of the section, or another spelling of it.',
      }),
      name: text('t.name', { max: 300 }),
      description: text('t.description'),
      status: text('t.status', { values: TASK_STATUSES, ignoresCase: true, plainOrder: true, note: 'Any case.' }),
      quantity: decimal('t.quantity_e4', 4),
      // This must be the same expression as in the index.
      orderref: integer(raw(`coalesce(t.order_id, ${INTERNAL_ORDER_ID})`), {
        note: `${INTERNAL_ORDER_ID} stands for work of the company itself.`,
      }),
      taskref: text('t.taskref', { max: 100, note: 'The chain of steps it belongs to.' }),
      seq: integer('t.seq'),
      productid: integer('t.product_id'),
      product: text('t.product_name', {
        max: 300,
        note: 'Without productid, the product of exactly this name is meant.',
      }),
      product_unknown: computed(
        boolean(`(t.product_id is null and t.product_name <> '')`, {
          note: 'True when product names no product of the company, or several (C-38).',
        }),
      ),
      customer_id_ref: integer(sql`coalesce(t.customer_id, ${INTERNAL_CUSTOMER_ID}::bigint)`, {
        note: `The customer of the order; ${INTERNAL_CUSTOMER_ID} stands for the company itself.`,
      }),
      customer_name: text('t.customer_name', { max: 300 }),
      materials: json(MATERIALS_OF_TASK, {
        shape: zMaterials,
        allowsText: true,
        show: showMaterials,
        note: 'id, name, quantity for one piece, unit, usageType, stock, stockOrdered, stockReceived, pendingstock, overidable; or the word RETURN for a washing task. A new task without it takes the materials of its step of the recipe. A PATCH sends all of them in their order: stockReceived true receives one, stockOrdered true requests one, another id replaces one.',
      }),
      photos: json('t.photos', { shape: zList }),
      comments: text('t.comments'),
      expectedDate: wallClock('t.expected_at'),
      created: computed(moment('t.created_at')),
      updated: computed(moment('t.updated_at')),
    },
    related: { order: one('custorders', 'orderref') },
    read: productionRights.read,
    write: { create: productionRights.write, update: productionRights.update },
    visible: (actor) => (actor.role === 'section' ? sql`t.section = ${actor.section ?? ''}` : null),
    ownOnly: ({ role }) => role === 'section',
    why: { DELETE: 'A task is ended, never deleted: PATCH its status.' },
    create: createTask,
    update: (work, id, record, current) => changeTask(work, id, record, current, changeWashing),
  })
