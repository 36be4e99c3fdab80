import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { useBoxCheck } from './checked-lines.ts'
import { ScanNotice } from '#web/ui/scan/ScanNotice.tsx'
import { useBoxScan } from './use-box-scan.ts'
import { testBox } from './test-box.ts'

beforeAll(startLanguages)

const box = testBox({
  status: 'PACKAGED',
  lines: [
    {
      lineNo: 1,
      productId: 7,
      name: 'Κερί',
      sku: 'KOL-10',
      barcode: '',
      unit: 'Item',
      quantity: 20_000,
      stock: 100_000,
    },
  ],
})

function Opened({ whyClosed }: { whyClosed: string | null }) {
  const check = useBoxCheck(box)
  const { word, clear, receive } = useBoxScan(box, check, whyClosed)
  return (
    <MantineProvider env="test">
      <output>{check.inBox.get(0) ?? 0}</output>
      <button type="button" onClick={() => receive(['KOL-10'])}>
        scan
      </button>
      <ScanNotice word={word} clear={clear} />
    </MantineProvider>
  )
}

test('a scan into a closed box ticks nothing and shows why, and a scan into an open one counts', () => {
  localStorage.clear()
  const { rerender, container } = render(<Opened whyClosed="The order waits for the connection." />)
  fireEvent.click(screen.getByRole('button', { name: 'scan' }))
  expect(screen.getByRole('alert').textContent).toContain('Nothing was ticked. The order waits for the connection.')
  expect(container.querySelector('output')?.textContent).toBe('0')
  rerender(<Opened whyClosed={null} />)
  fireEvent.click(screen.getByRole('button', { name: 'scan' }))
  expect(container.querySelector('output')?.textContent).toBe('1')
})
