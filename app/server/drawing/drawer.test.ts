/** Tests the thread that draws, with pages of a few lines in place of those of the product. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Drawing } from '#kernel/drawing/drawing.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { type Answer, openDrawer } from './drawer.ts'

/** Pages that show the answer to one question, hang, fail, or end their thread. The question of a page may come when it is over. */
const PAGES = `
let shown = null
export async function draw({ address, session }) {
  if (shown !== null) throw new Error('two pages are drawn at once')
  if (address === '/hangs') await new Promise(() => {})
  if (address === '/fails') throw new Error('it fails')
  if (address === '/ends') process.exit(3)
  if (address === '/elsewhere') return 'the page leads to another one'
  shown = session
  await new Promise((resolve) => setTimeout(resolve, 5))
  const answer = await (await fetch('/app/who?page=' + address)).json()
  const html = shown + ' ' + answer.name
  shown = null
  return { html }
}
`

let folder: string
let file: string
beforeAll(() => {
  folder = temporaryFolder('drawer')
  file = join(folder, 'draw.mjs')
  writeFileSync(file, PAGES)
})
afterAll(() => rmSync(folder, { recursive: true }))

const LONG_MS = 60_000

function drawer(patience = LONG_MS) {
  const said: string[] = []
  const note = ({ why }: { why?: string }) => void said.push(why?.split('\n')[0] ?? '')
  const opened = openDrawer(file, { info: note, warn: note, error: note }, patience)
  return { ...opened, said }
}
const page = (address: string, session: string): Drawing => ({
  address,
  origin: 'http://localhost',
  session,
  screen: '',
  meta: {},
})
const answerOf =
  (name: string): Answer =>
  async () => ({ status: 200, body: JSON.stringify({ name }), headers: { 'content-type': 'application/json' } })

test('people who open pages at once and in turn get each the answers to their own questions', async () => {
  const { draw, stop } = drawer()
  const open = (name: string) => draw(page('/orders', name), answerOf(name))
  const together = await Promise.all([open('Anna'), open('Petros'), open('Eleni')])
  const after = await open('Anna')
  expect([...together, after].map((drawn) => drawn?.html)).toEqual([
    'Anna Anna',
    'Petros Petros',
    'Eleni Eleni',
    'Anna Anna',
  ])
  await stop()
})

test('the browser draws what fails, what leads to another page, and what comes while too many wait, and a reason is said once', async () => {
  const { draw, stop, said } = drawer()
  const open = (address: string) => draw(page(address, 'Anna'), answerOf('Anna'))
  expect([await open('/fails'), await open('/fails'), await open('/elsewhere')]).toEqual([null, null, null])
  expect(said).toEqual(['Error: it fails', 'the page leads to another one'])
  const many = await Promise.all(Array.from({ length: 6 }, () => open('/orders')))
  expect(many.filter((drawn) => drawn === null)).toHaveLength(2)
  await stop()
})

test('the thread starts before the first page is drawn, and not after the end', async () => {
  const { warm, draw, stop, said } = drawer()
  warm()
  expect((await draw(page('/orders', 'Anna'), answerOf('Anna')))?.html).toBe('Anna Anna')
  await stop()
  warm()
  expect(await draw(page('/orders', 'Anna'), answerOf('Anna'))).toBeNull()
  expect(said).toEqual([])
})

test('the browser draws a page that takes too long, and pages after the end of the thread', async () => {
  const slow = drawer(1)
  expect(await slow.draw(page('/hangs', 'Anna'), answerOf('Anna'))).toBeNull()
  await slow.stop()
  const { draw, stop, said } = drawer()
  expect(await draw(page('/ends', 'Anna'), answerOf('Anna'))).toBeNull()
  expect(said).toEqual(['the thread ended: code 3'])
  expect(await draw(page('/orders', 'Anna'), answerOf('Anna'))).toBeNull()
  await stop()
})
