import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { lazyPart } from './lazy-part.tsx'

beforeAll(startLanguages)

test('a part whose code fails to load shows a message, and the rest of the page stays', async () => {
  const Missing = lazyPart(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const Loaded = lazyPart<{ name: string }>(async () => ({ default: ({ name }) => <p>Hello {name}</p> }))
  render(
    <MantineProvider>
      <h1>Order 12</h1>
      <Missing />
      <Loaded name="Maria" />
    </MantineProvider>,
  )
  expect((await screen.findByRole('status')).textContent).toContain('This part could not be loaded.')
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy()
  expect(screen.getByRole('heading').textContent).toBe('Order 12')
  expect(await screen.findByText('Hello Maria')).toBeTruthy()
})
