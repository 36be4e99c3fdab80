import { render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSaid } from './use-said.ts'

function Figures({ period, text }: { period: string | null; text?: string }) {
  useSaid(period, text)
  return null
}

const said = () => document.querySelector('.said-aloud')?.textContent ?? ''

test('a text is said when its key changes, not at first, not while it is on its way, and not when only the text changes', async () => {
  const { rerender } = render(<Figures period={null} />)
  rerender(<Figures period="May" text="May: €10" />)
  rerender(<Figures period={null} />)
  rerender(<Figures period="June" text="June: €20" />)
  await waitFor(() => expect(said()).toBe('June: €20'))
  rerender(<Figures period="June" text="June: €21" />)
  rerender(<Figures period="" text="" />)
  rerender(<Figures period="July" />)
  await waitFor(() => expect(said()).toBe('July'))
})
