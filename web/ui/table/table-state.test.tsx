import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { drawPart } from '#app/web/router/test-page.tsx'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { defineQuery, listInput, listOutput } from '#kernel/contract.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { DataTable } from './DataTable.tsx'
import type { Column } from './table-columns.ts'
import { filteredBy, useAddressState } from './table-state.ts'

type Row = { id: number; name: string; total: number }
const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', sortable: true, filter: true },
  { key: 'total', header: 'Total', kind: 'money', sortable: true, filter: true },
]
const list = defineQuery('things.list', {
  right: ordersRights.read,
  input: listInput({ name: z.string(), totalFrom: z.int(), totalTo: z.int() }, ['name', 'total']),
  output: listOutput(z.object({ id: z.int(), name: z.string(), total: z.int() })),
})
const realFetch = globalThis.fetch

beforeAll(startLanguages)
beforeEach(() => {
  globalThis.fetch = async () => Response.json({ rows: [], more: false })
})
afterEach(() => {
  cleanup()
  globalThis.fetch = realFetch
  queryClient.clear()
})

const query = () => Object.fromEntries(new URLSearchParams(window.location.search))

test('changes of a list that follow each other before the page is drawn again all stand in the address', async () => {
  function Two() {
    const [, change] = useAddressState(columns)
    const press = () => {
      change({ search: 'ρόδο' })
      change((newest) => filteredBy(newest, 'name', 'Αγγ'))
      change((newest) => filteredBy(newest, 'total', { from: 5000 }))
      change({ sort: 'total', descending: true })
    }
    return <button onClick={press}>change</button>
  }
  await drawPart(<Two />)
  fireEvent.click(screen.getByText('change'))
  await waitFor(() =>
    expect(query()).toEqual({ q: 'ρόδο', 'f.name': 'Αγγ', 'f.total': '5000..', sort: 'total', desc: '1' }),
  )
})

test('a search that was just typed stays when the page draws the list anew', async () => {
  function Redrawn() {
    const [frame, setFrame] = useState(1)
    return (
      <>
        <button onClick={() => setFrame(frame + 1)}>other layout</button>
        <DataTable key={frame} name="things" label="Things" list={list} columns={columns} rowKey={(row) => row.id} />
      </>
    )
  }
  await drawPart(<Redrawn />)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'κερί' } })
  fireEvent.click(screen.getByText('other layout'))
  await waitFor(() => expect(query()).toEqual({ q: 'κερί' }))
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('κερί')
})
