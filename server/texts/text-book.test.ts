import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { openTexts } from './text-book.ts'

const HEAD = 'key,as,el,en,it,es,ru,sr,note\n'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Returns a folder with the texts of the frame and of orders. */
function written(orders: string): string {
  const root = temporaryFolder('texts')
  folders.push(root)
  for (const folder of ['web', 'features/orders/web', 'features/search/web'])
    mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'web/texts.csv'), `${HEAD}word.order,,Παραγγελία,Order,,,,,\n`)
  writeFileSync(join(root, 'features/orders/web/texts.csv'), HEAD + orders)
  return root
}

test('texts are grouped by their keys, and a row that shows another one has its texts', () => {
  const book = openTexts(
    written('title.order,frame:word.order,,,,,,,\ntitle.list,,Παραγγελίες,Orders,,,,,\nmenu.all,title.list,,,,,,,\n'),
  )
  expect(book.areas()).toEqual(['frame', 'orders'])
  expect(book.textsOf('orders', 'el')).toEqual({
    title: { order: 'Παραγγελία', list: 'Παραγγελίες' },
    menu: { all: 'Παραγγελίες' },
  })
})

test('a plural form that a language lacks is not among its texts', () => {
  const book = openTexts(written('rows_one,,1 παραγγελία,1 order,,,,,\nrows_few,,,,,,2 заказа,,\n'))
  expect(book.textsOf('orders', 'en')).toEqual({ rows_one: '1 order' })
  expect(book.textsOf('orders', 'ru')).toEqual({ rows_few: '2 заказа' })
})

test('an area consists of the tables of all features that share it', () => {
  const root = written('title,,Παραγγελίες,Orders,,,,,\n')
  for (const [folder, row] of [
    ['buying', 'state.OPEN,,Ανοιχτό,Open,,,,,'],
    ['supplier-invoices', 'state.BOOKED,,Καταχωρημένο,Booked,,,,,'],
  ]) {
    mkdirSync(join(root, `features/${folder}/web`), { recursive: true })
    writeFileSync(join(root, `features/${folder}/web/texts.csv`), `${HEAD}${row}\n`)
  }
  const book = openTexts(root)
  expect(book.areas()).toEqual(['frame', 'purchases', 'orders'])
  expect(book.textsOf('purchases', 'en')).toEqual({ state: { OPEN: 'Open', BOOKED: 'Booked' } })
})
