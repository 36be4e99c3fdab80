/** Tests the button that creates a copy of a product. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import { CloneButton } from './CloneButton.tsx'

/** A page that goes on to the next product without being drawn anew. */
function Page() {
  const [id, setId] = useState(1)
  return (
    <>
      <CloneButton product={{ id, name: `Candle ${id}` }} />
      <button onClick={() => setId(2)}>Next product</button>
    </>
  )
}

beforeAll(startLanguages)
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('the copy of the next product is never taken for a copy of the product before, whose answer was lost', async () => {
  const sent: { key: string | null; id: number }[] = []
  vi.stubGlobal('fetch', async (_address: string, init?: RequestInit) => {
    const { id } = JSON.parse(init?.body as string) as { id: number }
    sent.push({ key: new Headers(init?.headers).get('Idempotency-Key'), id })
    return new Response('', { status: 502 })
  })
  await drawPart(<Page />)
  const press = async (times: number) => {
    const button = screen.getByRole('button', { name: 'Clone' })
    await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false))
    fireEvent.click(button)
    await waitFor(() => expect(sent).toHaveLength(times))
  }
  await press(1)
  await press(2)
  fireEvent.click(screen.getByRole('button', { name: 'Next product' }))
  await press(3)
  expect(sent.map(({ id }) => id)).toEqual([1, 1, 2])
  expect(sent[1]?.key).toBe(sent[0]?.key)
  expect(sent[2]?.key).not.toBe(sent[0]?.key)
})
