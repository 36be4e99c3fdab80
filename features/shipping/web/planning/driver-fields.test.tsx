/** Tests the lists of drivers and vehicles of a shipment. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { DriverFields, NO_DETAILS, useCrew } from './DriverFields.tsx'

function Fields() {
  const choice = useCrew()
  const rest = { stops: [], asked: false, details: NO_DETAILS, setDetails: () => undefined }
  return <DriverFields choice={choice} {...rest} driverField={{ current: null }} openLists={null} />
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
afterEach(() => {
  cleanup()
  signIn(null)
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test.each(['Driver', 'Vehicle'])(
  'the list of the field %s opens upwards, so that it covers no Plan button',
  async (field) => {
    signIn({ uid: 1, role: 'admin' })
    vi.stubGlobal('fetch', async () =>
      Response.json({ drivers: [{ name: 'Nikos', userId: 3 }], vehicles: ['Van'], weights: [] }),
    )
    await drawPart(<Fields />)
    fireEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${field}`) }))
    const list = await screen.findByRole('listbox', { name: new RegExp(`^${field}`) })
    expect(list.closest('[data-position]')?.getAttribute('data-position')).toBe('top-start')
  },
)
