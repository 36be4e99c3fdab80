import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { Facts } from '#web/ui/Panel.tsx'
import { TableRows } from '#web/ui/table/rows/TableRows.tsx'

beforeAll(startLanguages)

test('arrow keys pass over the heading of a group', () => {
  const rows = [1, 2, 3].map((id) => ({ id, name: `Row ${id}` }))
  const column = { key: 'name', header: 'Name' }
  const group = (text: string) => ({ column, text, count: 1, sums: [] })
  render(
    <table>
      <TableRows
        rows={rows}
        page={rows}
        before={0}
        groups={
          new Map([
            [0, group('a')],
            [1, group('b')],
          ])
        }
        columns={[column]}
        rowKey={({ id }) => id}
        href={undefined}
        openRow={undefined}
        tickable={null}
        ticked={new Set()}
        tick={() => undefined}
        tone={undefined}
        stale={false}
      />
    </table>,
  )
  const row = (id: number) => screen.getByText(`Row ${id}`).closest('tr') as HTMLTableRowElement
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  row(1).focus()
  press('ArrowDown')
  expect(document.activeElement).toBe(row(2))
  press('ArrowUp')
  expect(document.activeElement).toBe(row(1))
  press('End')
  expect(document.activeElement).toBe(row(3))
  press('Home')
  expect(document.activeElement).toBe(row(1))
  // one row is the place for Tab
  expect(document.querySelectorAll('tr[tabindex="0"]')).toHaveLength(1)
})

test('the row that has the focus is named by its columns, and no other row', () => {
  const rows = [{ id: 1, name: 'Δημητρίου', created: '2026-11-02', due: '2026-11-28', note: '' }]
  render(
    <table>
      <TableRows
        rows={rows}
        page={rows}
        before={0}
        groups={new Map()}
        columns={[
          { key: 'name', header: 'Name', card: 'title' },
          { key: 'created', header: 'Creation date', kind: 'day' },
          { key: 'due', header: 'Delivery', kind: 'day' },
          { key: 'note', header: 'Note' },
        ]}
        rowKey={({ id }) => id}
        href={undefined}
        openRow={undefined}
        tickable={null}
        ticked={new Set()}
        tick={() => undefined}
        tone={undefined}
        stale={false}
      />
    </table>,
  )
  const row = screen.getByRole('row')
  expect(row.getAttribute('aria-label')).toBeNull()
  act(() => row.focus())
  expect(row.getAttribute('aria-label')).toBe('Δημητρίου – Creation date 02/11/2026 – Delivery 28/11/2026')
  act(() => row.blur())
  expect(row.getAttribute('aria-label')).toBeNull()
})

test('facts of which all are empty are one dash, and no list of definitions without a term', () => {
  const { container } = render(<Facts items={[{ label: 'Note', value: '' }]} />)
  expect(container.querySelector('dl')).toBeNull()
  expect(container.textContent).toBe('–')
})
