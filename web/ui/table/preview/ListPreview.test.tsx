import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { defineQuery, listInput, listOutput } from '#kernel/contract.ts'
import { Dates } from '#web/Dates.tsx'
import { startLanguages } from '#web/i18n.ts'
import { PageParts } from '#web/page-parts.ts'
import { queryClient } from '#web/query.ts'
import { DataTable } from '../DataTable.tsx'
import type { Column } from '../table-columns.ts'
import { recordPreview } from './record-previews.ts'

type Row = { id: number; name: string }

const list = defineQuery('parts.list', {
  right: ordersRights.read,
  input: listInput({ name: z.string() }, ['name']),
  output: listOutput(z.object({ id: z.int(), name: z.string() })),
})
const columns: Column<Row>[] = [{ key: 'name', header: 'Name', card: 'title', sortable: true }]
const rowKey = (row: Row) => row.id
const address = (row: Row) => `/part/${row.id}`

const ahead = vi.fn<(id: number) => Promise<void>>(async () => undefined)
/** The records that were drawn, in their order. */
const drawn: number[] = []

function Part({ id }: { id: number }) {
  drawn.push(id)
  return (
    <p>
      content of {id} <button type="button">Act</button>
    </p>
  )
}

const PARTS = [
  recordPreview({ page: '/part/$id', word: 'word.order', load: async () => ({ default: Part, readAhead: ahead }) }),
]

let rows: Row[] = []
let isWide = true
/** Answers the question for the second page of the list. */
let answerPage2: () => void = () => undefined
const realFetch = globalThis.fetch

beforeAll(startLanguages)
beforeEach(() => {
  rows = ['Alpha', 'Beta', 'Gamma', 'Delta'].map((name, index) => ({ id: index + 1, name }))
  isWide = true
  drawn.length = 0
  ahead.mockClear()
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: isWide && media === '(min-width: 1280px)',
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        addListener: () => undefined,
        removeListener: () => undefined,
      }) as unknown as MediaQueryList,
  )
  globalThis.fetch = async (address) => {
    const said = new URL(address as string, 'http://page').searchParams.get('input') ?? '{}'
    const { search, page } = JSON.parse(said) as { search: string; page: number }
    if (page === 2)
      return new Promise((resolve) => {
        answerPage2 = () => resolve(Response.json({ rows: [{ id: 9, name: 'Omega' }], more: false }))
      })
    return Response.json({ rows: rows.filter(({ name }) => name.includes(search)), more: true })
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  globalThis.fetch = realFetch
  queryClient.clear()
  localStorage.clear()
})

/** Draws the table in a page that every address shows, and returns the address that the page leads to. */
async function draw(props: Partial<Parameters<typeof DataTable<typeof list>>[0]> = {}) {
  const root = createRootRoute({
    component: () => (
      <PageParts value={PARTS}>
        <DataTable name="parts" label="Parts" list={list} columns={columns} rowKey={rowKey} open={address} {...props} />
      </PageParts>
    ),
  })
  const router = createRouter({ routeTree: root, history: createMemoryHistory({ initialEntries: ['/parts'] }) })
  await router.load()
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Dates>
          <RouterProvider router={router} />
        </Dates>
      </MantineProvider>
    </QueryClientProvider>,
  )
  await rowOf('Alpha')
  return { unmount, address: () => router.history.location.pathname }
}

const rowNow = (name: string) =>
  screen
    .queryAllByText(name)
    .find((one) => one.matches('td *'))
    ?.closest('tr') ?? null
const rowOf = (name: string) =>
  waitFor(() => {
    const row = rowNow(name)
    if (row === null) throw new Error(`there is no row ${name}`)
    return row
  })
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
const panel = () => screen.findByRole('complementary', { name: 'Preview' })
const noPanel = () => screen.queryByRole('complementary')
/** Returns the name of the row that has the focus. */
const focusedRow = () => {
  const now = document.activeElement
  return now?.matches('tr') ? now.querySelector('[data-row-link]')?.textContent : undefined
}
/** Reads the list again, as a live update does. */
const readAgain = () => act(() => queryClient.invalidateQueries({ queryKey: ['parts.list'] }))
const heading = async () => (await within(await panel()).findByRole('heading')).textContent

test('the first arrow key opens the record beside the list, arrows change it, and the focus stays in the list', async () => {
  await draw()
  const first = await rowOf('Alpha')
  act(() => first.focus())
  expect(noPanel()).toBeNull()
  press('ArrowDown')
  expect(await heading()).toBe('Order Beta')
  expect(await screen.findByText(/content of 2/)).toBeTruthy()
  expect(document.activeElement).toBe(await rowOf('Beta'))
  expect((await rowOf('Beta')).getAttribute('aria-current')).toBe('true')
  press('ArrowUp')
  expect(await heading()).toBe('Order Alpha')
  expect(await screen.findByText(/content of 1/)).toBeTruthy()
  expect((await rowOf('Beta')).hasAttribute('aria-current')).toBe(false)
  expect(document.activeElement).toBe(first)
})

test('Escape closes it and leaves the focus at the row, also from inside the panel', async () => {
  await draw()
  const first = await rowOf('Alpha')
  act(() => first.focus())
  press('ArrowDown')
  const act2 = await screen.findByRole('button', { name: 'Act' })
  press('Escape')
  expect(noPanel()).toBeNull()
  expect(document.activeElement).toBe(await rowOf('Beta'))
  press('ArrowDown')
  const inside = await screen.findByRole('button', { name: 'Act' })
  expect(inside).not.toBe(act2)
  act(() => inside.focus())
  press('Escape')
  expect(noPanel()).toBeNull()
  expect(document.activeElement).toBe(await rowOf('Gamma'))
})

test('F6 goes to the panel and back to the row', async () => {
  await draw()
  const first = await rowOf('Alpha')
  act(() => first.focus())
  press('ArrowDown')
  await screen.findByText(/content of 2/)
  press('F6')
  expect(document.activeElement).toBe(await panel())
  press('F6')
  expect(document.activeElement).toBe(await rowOf('Beta'))
})

test('a key that is held down draws no record on the way, and never one under the name of another', async () => {
  await draw()
  const first = await rowOf('Alpha')
  act(() => first.focus())
  press('ArrowDown')
  await screen.findByText(/content of 2/)
  press('ArrowDown')
  press('ArrowDown')
  expect(await heading()).toBe('Order Delta')
  expect(screen.queryByText(/content of [23]/)).toBeNull()
  expect(await screen.findByText(/content of 4/)).toBeTruthy()
})

test('the record of the next row is read ahead, in the direction of the arrows', async () => {
  await draw()
  const first = await rowOf('Alpha')
  act(() => first.focus())
  press('ArrowDown')
  await waitFor(() => expect(ahead).toHaveBeenLastCalledWith(3))
  press('ArrowDown')
  await waitFor(() => expect(ahead).toHaveBeenLastCalledWith(4))
  press('ArrowUp')
  await waitFor(() => expect(ahead).toHaveBeenLastCalledWith(1))
})

test('what is shown is said politely', async () => {
  await draw()
  const first = await rowOf('Alpha')
  act(() => first.focus())
  press('ArrowDown')
  await waitFor(() =>
    expect([...document.querySelectorAll('.said-aloud')].some(({ textContent }) => textContent === 'Order Beta')).toBe(
      true,
    ),
  )
})

test('the switch in the view menu opens the first record and is remembered, and Escape turns it off', async () => {
  const { unmount } = await draw()
  await rowOf('Alpha')
  fireEvent.click(screen.getByRole('button', { name: 'Columns and view' }))
  fireEvent.click(await screen.findByRole('switch', { name: 'Preview' }))
  expect(await heading()).toBe('Order Alpha')
  unmount()
  await draw()
  expect(await heading()).toBe('Order Alpha')
  const second = await rowOf('Beta')
  fireEvent.click(within(await panel()).getByRole('button', { name: 'Close' }))
  expect(noPanel()).toBeNull()
  expect(second.parentElement?.contains(document.activeElement)).toBe(true)
})

test('a press on a row opens it, and beside an open preview it chooses the row, which a double press opens', async () => {
  const page = await draw()
  const first = await rowOf('Alpha')
  act(() => first.focus())
  press('ArrowDown')
  await screen.findByText(/content of 2/)
  fireEvent.click(await rowOf('Delta'))
  expect(await heading()).toBe('Order Delta')
  expect(document.activeElement).toBe(await rowOf('Delta'))
  expect(page.address()).toBe('/parts')
  fireEvent.doubleClick(await rowOf('Delta'))
  expect(page.address()).toBe('/part/4')
  press('Escape')
  fireEvent.click(await rowOf('Gamma'))
  expect(page.address()).toBe('/part/3')
})

test('a record that leaves the list after an action stays shown, without a mark, until another row is chosen', async () => {
  await draw()
  const first = await rowOf('Alpha')
  act(() => first.focus())
  press('ArrowDown')
  const button = await screen.findByRole('button', { name: 'Act' })
  act(() => button.focus())
  rows = rows.filter(({ id }) => id !== 2)
  await readAgain()
  await waitFor(() => expect(rowNow('Beta')).toBeNull())
  expect(await heading()).toBe('Order Beta')
  expect(document.querySelector('[aria-current]')).toBeNull()
  press('Escape')
  expect(document.activeElement).toBe(await rowOf('Gamma'))
})

test('without a choice by the person the first record stays shown when another one comes before it', async () => {
  await draw()
  fireEvent.click(screen.getByRole('button', { name: 'Columns and view' }))
  fireEvent.click(await screen.findByRole('switch', { name: 'Preview' }))
  expect(await heading()).toBe('Order Alpha')
  rows = [{ id: 7, name: 'New' }, ...rows]
  await readAgain()
  await rowOf('New')
  expect(await heading()).toBe('Order Alpha')
  expect((await rowOf('Alpha')).getAttribute('aria-current')).toBe('true')
  rows = rows.filter(({ id }) => id !== 1)
  await readAgain()
  await waitFor(() => expect(rowNow('Alpha')).toBeNull())
  expect(await heading()).toBe('Order Alpha')
})

test('another page and another search show their first record, as soon as their rows are there', async () => {
  await draw()
  act(() => rowNow('Alpha')?.focus())
  press('ArrowDown')
  expect(await heading()).toBe('Order Beta')
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]') !== null).toBe(true))
  expect(await heading()).toBe('Order Beta')
  answerPage2()
  await rowOf('Omega')
  expect(await heading()).toBe('Order Omega')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'Gam' } })
  await rowOf('Gamma')
  expect(await heading()).toBe('Order Gamma')
})

test('the record of the last row stays shown when that row leaves the list, and Escape returns to the table', async () => {
  rows = rows.slice(0, 1)
  await draw()
  act(() => rowNow('Alpha')?.focus())
  fireEvent.click(screen.getByRole('button', { name: 'Columns and view' }))
  fireEvent.click(await screen.findByRole('switch', { name: 'Preview' }))
  const button = await screen.findByRole('button', { name: 'Act' })
  act(() => button.focus())
  rows = []
  await readAgain()
  await waitFor(() => expect(rowNow('Alpha')).toBeNull())
  expect(await heading()).toBe('Order Alpha')
  expect(document.activeElement === button).toBe(true)
  press('Escape')
  expect(noPanel()).toBeNull()
  expect(document.activeElement?.closest('thead') != null).toBe(true)
})

test('a search that finds nothing leaves no record beside the list', async () => {
  await draw()
  act(() => rowNow('Alpha')?.focus())
  press('ArrowDown')
  expect(await heading()).toBe('Order Beta')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'Psi' } })
  await waitFor(() => expect(rowNow('Beta')).toBeNull())
  expect(screen.queryByRole('heading', { name: /Beta/ })).toBeNull()
  expect(screen.queryByText(/content of/)).toBeNull()
})

test('an arrow key in a list of one row opens the record of that row', async () => {
  rows = rows.slice(0, 1)
  await draw()
  for (const key of ['ArrowDown', 'ArrowUp']) {
    act(() => rowNow('Alpha')?.focus())
    press(key)
    expect(await heading()).toBe('Order Alpha')
    expect(focusedRow()).toBe('Alpha')
    press('Escape')
    expect(noPanel() === null).toBe(true)
  }
})

test('arrows go on from a row that was ticked, by Space or by a press on its box', async () => {
  await draw({ selectable: true, bulk: () => <p>bulk</p> })
  act(() => rowNow('Alpha')?.focus())
  press('ArrowDown')
  expect(await heading()).toBe('Order Beta')
  press(' ')
  expect((await screen.findByText('bulk')).isConnected).toBe(true)
  expect(rowNow('Beta')?.getAttribute('aria-selected')).toBe('true')
  expect(focusedRow()).toBe('Beta')
  press('ArrowDown')
  expect(await heading()).toBe('Order Gamma')
  expect(focusedRow()).toBe('Gamma')
  const box = rowNow('Alpha')?.querySelector('input') as HTMLInputElement
  act(() => box.focus())
  fireEvent.click(box)
  expect(rowNow('Alpha')?.getAttribute('aria-selected')).toBe('true')
  press('ArrowDown')
  expect(await heading()).toBe('Order Beta')
  expect(focusedRow()).toBe('Beta')
})

test('a row that leaves the list gives the focus to the next one, or to the last', async () => {
  await draw()
  act(() => rowNow('Beta')?.focus())
  rows = [{ id: 7, name: 'New' }, ...rows.filter(({ id }) => id !== 2)]
  await readAgain()
  await waitFor(() => expect(focusedRow()).toBe('Gamma'))
  expect(rowNow('Beta') === null).toBe(true)
  press('ArrowDown')
  expect(focusedRow()).toBe('Delta')
  press('Escape')
  rows = rows.filter(({ id }) => id !== 4)
  await readAgain()
  await waitFor(() => expect(focusedRow()).toBe('Gamma'))
  rows = []
  await readAgain()
  await waitFor(() => expect(document.activeElement?.closest('thead') != null).toBe(true))
})

test('a row that leaves the list takes no focus that it does not have', async () => {
  await draw()
  act(() => rowNow('Beta')?.focus())
  await act(async () => rowNow('Beta')?.blur())
  rows = rows.filter(({ id }) => id !== 2)
  await readAgain()
  await waitFor(() => expect(rowNow('Beta') === null).toBe(true))
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement === document.body).toBe(true)
})

test('the record of a row with the focus that leaves the list stays shown, and the next arrow shows the row in its place', async () => {
  await draw()
  act(() => rowNow('Alpha')?.focus())
  press('ArrowDown')
  expect(await heading()).toBe('Order Beta')
  rows = rows.filter(({ id }) => id !== 2)
  await readAgain()
  await waitFor(() => expect(focusedRow()).toBe('Gamma'))
  expect(await heading()).toBe('Order Beta')
  press('ArrowDown')
  expect(await heading()).toBe('Order Gamma')
  expect(focusedRow()).toBe('Gamma')
  press('ArrowDown')
  expect(await heading()).toBe('Order Delta')
  rows = rows.filter(({ id }) => id !== 4)
  await readAgain()
  await waitFor(() => expect(focusedRow()).toBe('Gamma'))
  expect(await heading()).toBe('Order Delta')
  fireEvent.click(rowNow('Gamma') as Element)
  expect(await heading()).toBe('Order Gamma')
})

test('a narrow window, a dialog and a list of records without a preview have no panel', async () => {
  isWide = false
  const { unmount } = await draw()
  const first = await rowOf('Alpha')
  act(() => first.focus())
  press('ArrowDown')
  expect(document.activeElement).toBe(await rowOf('Beta'))
  expect(noPanel()).toBeNull()
  unmount()
  isWide = true
  const other = await draw({ open: (row) => `/other/${row.id}` })
  const again = await rowOf('Alpha')
  act(() => again.focus())
  press('ArrowDown')
  expect(noPanel()).toBeNull()
  other.unmount()
  await draw({ keep: 'memory' })
  const third = await rowOf('Alpha')
  act(() => third.focus())
  press('ArrowDown')
  expect(noPanel()).toBeNull()
})
