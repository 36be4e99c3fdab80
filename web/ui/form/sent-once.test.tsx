/** Tests that one filling-in of a form is executed once, also while the next page is on its way. */
import { TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { salespersonsRights } from '#features/salespersons/domain/rights.ts'
import { defineCommand } from '#kernel/contract.ts'
import { startLanguages } from '#web/i18n.ts'
import { useGo } from '#web/navigation.tsx'
import { queryClient, useRun } from '#web/query.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import { RecordForm, useRecordForm } from './form.tsx'

const create = defineCommand('salespersons.create', {
  right: salespersonsRights.write,
  input: z.strictObject({ name: z.string() }),
  output: z.strictObject({ id: z.number() }),
})

type Sent = { key: string | null; name: string }
let sent: Sent[] = []
/** How the server answers the next command. */
let answer: () => Response
/** Lets the next page arrive. */
let arrive: () => void
let router: ReturnType<typeof useRouter>

function Form() {
  const go = useGo()
  const own = useRouter()
  useEffect(() => {
    router = own
  })
  const run = useRun(create, { filling: true })
  const form = useRecordForm({ initialValues: { name: 'Ελένη' } })
  return (
    <RecordForm
      form={form}
      saveLabel="Save"
      onSave={async ({ name }) => {
        await run.mutateAsync({ name })
        go('/login')
      }}
    >
      <TextInput label="Name" {...form.getInputProps('name')} />
    </RecordForm>
  )
}

const pressEnter = () => act(async () => void fireEvent.submit(screen.getByLabelText('Name')))
const type = (name: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } })

beforeAll(startLanguages)
beforeEach(async () => {
  sent = []
  answer = () => Response.json({ id: 7 })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (_address: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      const { name } = JSON.parse(init.body as string) as { name: string }
      sent.push({ key: new Headers(init.headers).get('Idempotency-Key'), name })
    }
    return answer()
  })
  await drawPart(<Form />)
  const { promise, resolve } = Promise.withResolvers<void>()
  arrive = resolve
  const next = router.routesByPath['/login' as never] as { options: { beforeLoad?: () => Promise<void> } }
  next.options.beforeLoad = () => promise
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a second Enter while the next page is on its way sends nothing', async () => {
  await pressEnter()
  await waitFor(() => expect(window.location.pathname).toBe('/login'))
  await pressEnter()
  expect(sent).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('data-loading')).toBe('true')
  await act(async () => arrive())
})

test('after going back to the page that was being left, Enter repeats the same command under its key', async () => {
  await pressEnter()
  await waitFor(() => expect(window.location.pathname).toBe('/login'))
  void act(() => router.history.back())
  await waitFor(() => expect(window.location.pathname).toBe('/logout'))
  await pressEnter()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(sent[1]).toEqual(sent[0])
  await act(async () => arrive())
})

test('after a lost answer, a changed text is sent under the key of the first attempt, which may have been executed', async () => {
  answer = () => new Response('', { status: 502 })
  await pressEnter()
  await screen.findByRole('alert')
  type('Ελένη Κ.')
  await pressEnter()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(({ name }) => name)).toEqual(['Ελένη', 'Ελένη Κ.'])
  expect(sent[1]?.key).toBe(sent[0]?.key)
})
