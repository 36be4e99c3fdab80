/** Tests that a field which finds no customer creates one, without saving the form around it. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { useCreateOffer } from '#web/ui/form/QuickForm.tsx'
import { SearchPick } from '#web/ui/form/SearchPick.tsx'
import type { CreatedParty } from './PartyByVat.tsx'
import { QuickParty } from './QuickParty.tsx'

const outer = vi.fn<() => void>()
const created = vi.fn<(party: CreatedParty) => void>()

const testPages = async () => (await import('#features/customers/web/customer-pages.ts')).customerPages

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => {
  cleanup()
  signIn(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a name that nobody has opens a form of three fields, which stores the party and nothing else', async () => {
  const pages = await testPages()
  const sent: object[] = []
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.includes('customers.create-customer')) return Response.json({ rows: [] })
    sent.push(JSON.parse(init?.body as string) as object)
    return Response.json({ id: 12, version: 1, vatWarning: false, sameVat: [] })
  })
  function Page() {
    const [name, setName] = useState<string | null>(null)
    const offer = useCreateOffer(setName)
    return (
      <form onSubmit={outer}>
        <SearchPick
          label="Customer"
          search={async () => []}
          onPick={() => undefined}
          row={() => null}
          whenNothing={offer}
        />
        <QuickParty pages={pages} name={name} onClose={() => setName(null)} created={created} />
      </form>
    )
  }
  await drawPart(<Page />)
  fireEvent.change(screen.getByRole('combobox', { name: 'Customer' }), { target: { value: 'Taverna Nea' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Create: Taverna Nea' }))
  const dialog = await screen.findByRole('dialog', { name: 'New customer' })
  expect(dialog.querySelectorAll('input')).toHaveLength(3)
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '2101234567' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create customer' }))
  await waitFor(() => expect(created).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ name: 'Taverna Nea', vat: '', phone: '2101234567' }])
  expect(created).toHaveBeenCalledWith({ id: 12, name: 'Taverna Nea', label: '', vat: '', phone: '2101234567' })
  expect(outer).not.toHaveBeenCalled()
})
