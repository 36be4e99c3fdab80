import { fireEvent, render, screen } from '@testing-library/react'
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

test('facts of which all are empty are one dash, and no list of definitions without a term', () => {
  const { container } = render(<Facts items={[{ label: 'Note', value: '' }]} />)
  expect(container.querySelector('dl')).toBeNull()
  expect(container.textContent).toBe('–')
})
