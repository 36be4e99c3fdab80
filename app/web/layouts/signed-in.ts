import { useEffect } from 'react'
import { useGo } from '#web/navigation.tsx'
import { useSending } from '#web/offline/device-actions.ts'
import { rememberPage } from '#web/router/remembered-page.ts'
import { checkSession, usePerson } from '#web/session.ts'

/** Checks the session of every page behind the sign-in, and sends the waiting actions of the device. */
export function useSignedInPage(): void {
  const go = useGo()
  const person = usePerson()
  const id = person?.id ?? null
  // while an administrator sees the product as a role, the server would refuse the actions that wait on this device
  useSending(person?.seen ? null : id)

  useEffect(() => {
    if (id === null) {
      // The person has signed out in another tab, or the stored session has ended.
      rememberPage(window.location.pathname + window.location.search)
      go('/login', { replace: true })
      return
    }
    void checkSession()
  }, [id, go])
}
