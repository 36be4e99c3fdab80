/** Imports the yearly list of codes of goods. A row says all of its code: without a last day the code is valid on. */
import {
  findGoodsCodes,
  type GoodsCode,
  insertGoodsCode,
  lockGoodsCode,
  removeGoodsCode,
  rewriteGoodsCode,
} from '#features/products/server/codes/goods-codes.ts'
import { shownCode } from '#features/products/domain/codes/cn-code.ts'
import { refuse } from '#kernel/refusal.ts'
import { textOf, type Values } from '../../domain/read-cells.ts'
import { demandUnchanged } from './common.ts'
import { byKey, type ImportTarget } from './target.ts'

/** The most characters of a text that are kept. */
const LONGEST_TEXT = 1000

const dayOf = (values: Values, field: string): string | null => textOf(values, field) || null

export const goodsCodeTarget: ImportTarget = {
  find: async (rows, _key, values) => byKey(await findGoodsCodes(rows, values)),
  write: async ({ tx }, { values: [values = {}] }, stored) => {
    const before = stored === null ? null : await lockGoodsCode(tx, stored)
    const name = textOf(values, 'name').slice(0, LONGEST_TEXT) || before?.name
    if (name === undefined) return refuse('invalid', 'import.cell-missing-text')
    const row: GoodsCode = {
      code: textOf(values, 'code'),
      name,
      fromDay: dayOf(values, 'fromDay'),
      toDay: dayOf(values, 'toDay'),
    }
    const { fromDay: from, toDay: to } = row
    if (from !== null && to !== null && to < from)
      return refuse('invalid', 'import.ends-before-start', { code: shownCode(row.code), from, to })
    if (before === null) return { id: await insertGoodsCode(tx, row), outcome: 'new', before: null, version: 1 }
    const version = await rewriteGoodsCode(tx, before, row)
    if (version === before.version) return { id: before.id, outcome: 'same', before: null, version }
    const { code, fromDay, toDay } = before
    return { id: before.id, outcome: 'changed', before: { code, name: before.name, fromDay, toDay }, version }
  },
  undo: async ({ tx }, { id, name, outcome, before, version }) => {
    const stored = await lockGoodsCode(tx, id)
    if (stored === null) return
    demandUnchanged(name, stored.version, version)
    if (outcome === 'new') await removeGoodsCode(tx, id)
    else await rewriteGoodsCode(tx, stored, before as GoodsCode)
  },
}
