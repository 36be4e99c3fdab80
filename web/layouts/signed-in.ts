import { useEffect } from 'react'
import { useGo } from '#web/navigation.tsx'
import { useSending } from '#web/offline/device-actions.ts'
import { checkSession, rememberPage, usePerson } from '#web/session.ts'

/** What every page behind the sign-in needs: a session that still stands, and what waits on the device on its way. */
export function useSignedInPage(): void {
  const go = useGo()
  const person = usePerson()
  const id = person?.id ?? null
  useSending(id)

  useEffect(() => {
    if (id === null) {
      // Signed out in another tab, or the stored session turned out to have ended.
      rememberPage(window.location.pathname + window.location.search)
      go('/login', { replace: true })
      return
    }
    void checkSession()
  }, [id, go])
}
