import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { countOutput, defineQuery, listInput, listOutput, MOST_COUNTED, sumsOutput } from '#kernel/contract.ts'
import { Dates } from '#web/Dates.tsx'
import { DENSITY } from '#web/density.ts'
import { startLanguages } from '#web/i18n.ts'
import { receive } from '#web/live/live.ts'
import { choosePreferences } from '#web/preferences/own-preferences.ts'
import { queryClient } from '#web/query.ts'
import { DataTable } from './DataTable.tsx'
import { type Column, sameColumns, subjectFirst } from './table-columns.ts'

type Row = { id: number; name: string; total: number }

const input = listInput({ name: z.string(), totalFrom: z.int(), totalTo: z.int() }, ['name', 'total'])
const list = defineQuery('things.list', {
  right: ordersRights.read,
  input,
  output: listOutput(z.object({ id: z.int(), name: z.string(), total: z.int() })),
})
const count = defineQuery('things.count', { right: ordersRights.read, input, output: countOutput })

const sums = defineQuery('things.sums', { right: ordersRights.read, input, output: sumsOutput })

const ids = defineQuery('things.ids', {
  right: ordersRights.read,
  input,
  output: z.object({ ids: z.array(z.int()), more: z.boolean() }),
})

const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', sortable: true, filter: true },
  { key: 'total', header: 'Total', kind: 'money', sortable: true, filter: true },
]
const rowKey = (row: Row) => row.id

/** A server with three rows that records the requests. */
let asked: { address: string; input: { search?: string; sort?: string; filters: object } }[] = []
let failing = false
let rows: Row[] = []
let matching = 412
/** The answer to the request for the sums. */
let summed: Record<string, number> | null = null
/** Answers the request for the ids of all rows. */
let answerIds: () => void = () => undefined
const realFetch = globalThis.fetch

beforeAll(startLanguages)

beforeEach(() => {
  asked = []
  failing = false
  matching = 412
  rows = ['Αγγελική', 'Βασίλης', 'Γιώργος'].map((name, index) => ({ id: index + 1, name, total: (index + 1) * 12345 }))
  globalThis.fetch = async (address) => {
    const url = new URL(address as string, 'http://page')
    const said = JSON.parse(url.searchParams.get('input') ?? '{}') as { search: string; filters: object }
    asked.push({ address: url.pathname, input: said })
    if (failing) return Response.json({ refusal: { kind: 'forbidden', code: 'forbidden' } }, { status: 403 })
    if (url.pathname === '/app/things.count') return Response.json({ count: matching })
    if (url.pathname === '/app/things.sums') return Response.json({ sums: summed })
    if (url.pathname === '/app/things.ids')
      return new Promise((resolve) => {
        answerIds = () => resolve(Response.json({ ids: Array.from({ length: matching }, (_, id) => id), more: false }))
      })
    return Response.json({ rows: rows.filter((row) => row.name.includes(said.search)), more: true })
  }
})

afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
  localStorage.clear()
})

function draw(props: Partial<Parameters<typeof DataTable<typeof list>>[0]> = {}) {
  const opened: number[] = []
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <Dates>
          <DataTable
            name="things"
            label="Things"
            list={list}
            count={count}
            columns={columns}
            rowKey={rowKey}
            keep="memory"
            onOpen={(row) => opened.push(row.id)}
            {...props}
          />
        </Dates>
      </MantineProvider>
    </QueryClientProvider>,
  )
  return opened
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLTableRowElement

test('the table shows rows with amounts, and their count', async () => {
  draw()
  expect(within(await rowOf('Βασίλης')).getByText('€246.90')).toBeTruthy()
  expect(await screen.findByText('1–3 of 412')).toBeTruthy()
})

test('a cell with Greek data on an English page says its language, and one with a figure does not', async () => {
  draw()
  const cells = [...(await rowOf('Βασίλης')).cells]
  expect(cells.filter(({ lang }) => lang === 'el').map(({ textContent }) => textContent)).toEqual(['Βασίλης'])
})

test('arrow keys move between rows, Enter opens a row, and "/" goes to the search', async () => {
  const opened = draw()
  const first = await rowOf('Αγγελική')
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(await rowOf('Βασίλης'))
  fireEvent.keyDown(document.activeElement as Element, { key: 'End' })
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })
  expect(opened).toEqual([3])
  fireEvent.keyDown(document.activeElement as Element, { key: '/' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('a person who has switched the key "/" off stays where they are', async () => {
  draw()
  choosePreferences(0, { slashKey: false })
  const first = await rowOf('Αγγελική')
  first.focus()
  fireEvent.keyDown(first, { key: '/' })
  expect(document.activeElement).toBe(first)
  choosePreferences(0, { slashKey: true })
})

test('the visible rows are drawn first, the others after them, and all at once when the list is shown again', async () => {
  rows = Array.from({ length: 150 }, (_, index) => ({ id: index + 1, name: `Πελάτης ${index + 1}`, total: 100 }))
  const drawn = () => document.querySelectorAll('tr[data-index]').length
  draw()
  await rowOf('Πελάτης 1')
  expect(drawn()).toBe(Math.ceil(window.innerHeight / DENSITY.row))
  await waitFor(() => expect(drawn()).toBe(150), { timeout: 5_000 })
  cleanup()
  draw()
  expect(drawn()).toBe(150)
})

test('a page after the end of the list says so and leads to the last page', async () => {
  draw()
  await rowOf('Αγγελική')
  rows = []
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('The list has no page 2')).toBeTruthy()
  rows = [{ id: 7, name: 'Ζωή', total: 100 }]
  fireEvent.click(await screen.findByRole('button', { name: 'To the last page, 3' }))
  await waitFor(() => expect(asked.at(-1)?.input).toMatchObject({ page: 3 }))
})

test('typing in the search asks the server for the first page of matching rows', async () => {
  draw()
  await rowOf('Αγγελική')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Γι' } })
  await waitFor(() => expect(screen.queryByText('Αγγελική')).toBeNull())
  expect(screen.getByText('Γιώργος')).toBeTruthy()
  expect(asked.filter((call) => call.address === '/app/things.list').at(-1)?.input).toMatchObject({
    search: 'Γι',
    page: 1,
  })
})

test('letters typed quickly into a column filter all reach the server', async () => {
  draw()
  await rowOf('Αγγελική')
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
  const field = await screen.findByLabelText('Filter: Name')
  field.focus()
  for (const value of ['Γ', 'Γι', 'Γιώ']) fireEvent.change(field, { target: { value } })
  await waitFor(() => expect(asked.at(-1)?.input.filters).toEqual({ name: 'Γιώ' }))
  expect((field as HTMLInputElement).value).toBe('Γιώ')
})

test('a column title sorts ascending, then descending, then not at all', async () => {
  draw()
  await rowOf('Αγγελική')
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Total' }))
  press()
  await waitFor(() => expect(asked.at(-1)?.input).toMatchObject({ sort: 'total', descending: false }))
  press()
  await waitFor(() => expect(asked.at(-1)?.input).toMatchObject({ sort: 'total', descending: true }))
  press()
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort')).toBe('none'),
  )
})

test('a screen reader hears which row a tick belongs to, and its place in the whole list', async () => {
  draw({ selectable: true, bulk: () => null })
  const row = await rowOf('Βασίλης')
  expect(within(row).getByRole('checkbox', { name: 'Select: Βασίλης' })).toBeTruthy()
  expect(row.getAttribute('aria-rowindex')).toBe('3')
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('413'))
})

/** Returns what a screen reader hears besides the focus. */
const said = () => [...document.querySelectorAll('.said-aloud')].map(({ textContent }) => textContent).join()

test('a screen reader hears how many rows are ticked and how they are sorted', async () => {
  draw({ selectable: true, bulk: () => null })
  await rowOf('Αγγελική')
  const title = screen.getByRole('button', { name: 'Total' })
  for (const order of ['Sorted by Total, ascending', 'Sorted by Total, descending', 'Not sorted by Total']) {
    fireEvent.click(title)
    await waitFor(() => expect(said()).toBe(order))
  }
  fireEvent.keyDown(await rowOf('Αγγελική'), { key: ' ' })
  await waitFor(() => expect(said()).toBe('1 selected'))
  fireEvent.keyDown(await rowOf('Βασίλης'), { key: ' ' })
  await waitFor(() => expect(said()).toBe('2 selected'))
})

test('only selectable rows are ticked, by space or checkbox, and a live update keeps the ticks', async () => {
  draw({ selectable: (row) => row.id !== 2, bulk: (chosen) => <b>chosen {chosen.map((row) => row.id).join('+')}</b> })
  const [first, second, third] = [await rowOf('Αγγελική'), await rowOf('Βασίλης'), await rowOf('Γιώργος')]
  first.focus()
  fireEvent.keyDown(first, { key: ' ' })
  fireEvent.keyDown(second, { key: ' ' })
  fireEvent.click(within(third).getByRole('checkbox'))
  expect(screen.getByText('chosen 1+3')).toBeTruthy()

  rows = rows.map((row) => (row.id === 1 ? { ...row, name: 'Αγγελική Νέα' } : row))
  receive(JSON.stringify({}))
  expect(await screen.findByText('Αγγελική Νέα')).toBeTruthy()
  expect(screen.getByText('chosen 1+3')).toBeTruthy()
})

/** Ticks every row of the page, and asks for all matching rows, whose ids the server has not sent yet. */
async function takeAllOfMany() {
  matching = MOST_COUNTED + 500
  draw({ ids, selectable: true, bulk: (chosen) => <b>chosen {chosen.map((row) => row.id).join('+')}</b> })
  await rowOf('Αγγελική')
  fireEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  fireEvent.click(await screen.findByRole('button', { name: /^Select all/ }))
  await waitFor(() => expect(asked.at(-1)?.address).toBe('/app/things.ids'))
}

test('the count of a new search is not shown beside the rows of the earlier one', async () => {
  draw({ selectable: true, bulk: (chosen) => <b>chosen {chosen.length}</b> })
  await rowOf('Αγγελική')
  expect(await screen.findByText('1–3 of 412')).toBeTruthy()
  matching = 2
  const answer = Promise.withResolvers<void>()
  const server = globalThis.fetch
  globalThis.fetch = async (address, options) => {
    if ((address as string).includes('/things.list')) await answer.promise
    return server(address, options)
  }
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Βασίλης' } })
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ address: '/app/things.count', input: { search: 'Βασίλης' } }),
  )
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.getByText('1–3 of …')).toBeTruthy()
  answer.resolve()
  expect(await screen.findByText('1–1 of 2')).toBeTruthy()
})

const idsArrive = () =>
  act(async () => {
    answerIds()
    await new Promise((resolve) => setTimeout(resolve))
  })

test('ticks that the page keeps are those of the page, and the page hears of each row that a person ticks', async () => {
  const changed: number[][] = []
  const change = (of: readonly Row[]) => changed.push(of.map(({ id }) => id))
  const opened = draw({ selectable: true, ticks: { keys: new Set([2]), change } })
  const box = (of: HTMLElement) => within(of).getByRole<HTMLInputElement>('checkbox')
  const ticked = async () =>
    [await rowOf('Αγγελική'), await rowOf('Βασίλης'), await rowOf('Γιώργος')].map((row) => box(row).checked)
  expect(await ticked()).toEqual([false, true, false])
  fireEvent.click(box(await rowOf('Αγγελική')))
  fireEvent.click(box(await rowOf('Βασίλης')))
  const head = screen.getAllByRole<HTMLInputElement>('checkbox')[0] as HTMLInputElement
  fireEvent.click(head)
  expect([changed, opened]).toEqual([[[1], [2], [1, 3]], []])
})

test('every matching row is selected as soon as the server has sent their ids', async () => {
  await takeAllOfMany()
  await idsArrive()
  expect(await screen.findByRole('region', { name: /1,500/ })).toBeTruthy()
})

test('a row that is unticked before the ids of all rows arrive stays unticked', async () => {
  await takeAllOfMany()
  fireEvent.click(within(await rowOf('Βασίλης')).getByRole('checkbox'))
  expect(screen.getByText('chosen 1+3')).toBeTruthy()
  await idsArrive()
  expect(screen.getByText('chosen 1+3')).toBeTruthy()
})

test('rows that are ticked on the next page before the ids of all rows arrive stay ticked', async () => {
  await takeAllOfMany()
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(screen.queryByText(/^chosen/)).toBeNull())
  fireEvent.click(within(await rowOf('Βασίλης')).getByRole('checkbox'))
  expect(screen.getByText('chosen 2')).toBeTruthy()
  await idsArrive()
  expect(screen.getByText('chosen 2')).toBeTruthy()
})

const SUMMED: Column<Row>[] = columns.map((column) => (column.key === 'total' ? { ...column, sum: true } : column))

/** Shows the sums by the view of the table. */
async function showSums() {
  draw({ sums, columns: SUMMED })
  await rowOf('Αγγελική')
  expect(asked.some(({ address }) => address === '/app/things.sums')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Columns and view' }))
  fireEvent.click(await screen.findByLabelText('Sums of all rows'))
}

test('the footer sums all rows of the list as soon as the person wants the sums, which are read only then', async () => {
  summed = { total: 9_876_543 }
  await showSums()
  expect(await screen.findByText('€98,765.43')).toBeTruthy()
  expect(screen.getByText('Sum of all rows')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Γι' } })
  await waitFor(() =>
    expect(asked.findLast(({ address }) => address === '/app/things.sums')?.input).toMatchObject({ search: 'Γι' }),
  )
})

test('a list that shows its sums at first reads them at once', async () => {
  draw({ sums, sumsAtFirst: true, columns: SUMMED })
  await waitFor(() => expect(asked.some(({ address }) => address === '/app/things.sums')).toBe(true))
})

test('a list with too many rows says so in place of the sums', async () => {
  summed = null
  await showSums()
  expect(await screen.findByText('Sums are shown for up to 10,000 rows. Narrow the list with filters.')).toBeTruthy()
})

test('rows are grouped by a column, by which the server sorts them, until another column is chosen', async () => {
  rows = [...rows, { id: 9, name: 'Γιώργος', total: 1 }]
  draw({ columns: SUMMED })
  await rowOf('Αγγελική')
  fireEvent.click(screen.getByRole('button', { name: 'Columns and view' }))
  fireEvent.change(await screen.findByLabelText('Group by'), { target: { value: 'name' } })
  await waitFor(() => expect(asked.at(-1)?.input).toMatchObject({ sort: 'name', descending: false }))
  const headings = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent)
  await waitFor(() => expect(headings()).toHaveLength(3))
  expect(headings()[2]).toBe('Name: Γιώργος2 rows on this pageTotal: €370.36')
  fireEvent.click(screen.getByRole('button', { name: 'Total', hidden: true }))
  await waitFor(() => expect(headings()).toEqual([]))
})

test('days stand behind the title of a row, and the moments of a log stay first', () => {
  const day = { key: 'day', header: 'Day', kind: 'day' } as const
  const moment = { key: 'moment', header: 'Moment', kind: 'moment' } as const
  const id = { key: 'id', header: 'Id', kind: 'id' } as const
  const title = { key: 'name', header: 'Name', card: 'title' } as const
  const ordered = (given: readonly Column<unknown>[]) => subjectFirst(given).map(({ key }) => key)
  expect(ordered([day, id, title])).toEqual(['id', 'name', 'day'])
  expect(ordered([moment, id, title])).toEqual(['moment', 'id', 'name'])
  expect(ordered([id, title, day])).toEqual(['id', 'name', 'day'])
  expect(ordered([day, id])).toEqual(['day', 'id'])
})

test('the badge of a status is left out only where the filters leave one status', () => {
  const status: Column<unknown> = { key: 'state', filterName: 'status', header: 'Status', kind: 'status' }
  const same = (filters: Record<string, unknown>) => [...sameColumns([status], filters)]
  expect(same({ status: ['SHIPPED'] })).toEqual(['state'])
  expect(same({ status: 'SHIPPED' })).toEqual(['state'])
  expect(same({ status: ['SHIPPED', 'RETURNED'] })).toEqual([])
  expect(same({ state: 'SHIPPED' })).toEqual([])
})

test('a list that fails to load shows the reason', async () => {
  failing = true
  draw()
  expect(await screen.findByText('You don’t have access to this.')).toBeTruthy()
})
