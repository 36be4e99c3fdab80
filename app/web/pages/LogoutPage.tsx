import { Loader } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#web/navigation.tsx'
import { waitingActions } from '#web/offline/device-actions.ts'
import { currentPerson, signOut } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.tsx'

/** Ends the session and opens /login. Asks first if actions have not reached the server. */
export function LogoutPage() {
  const { t } = useTranslation('frame')
  const go = useGo()
  const router = useRouter()
  const asked = useRef(false)

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    const leave = async () => {
      const person = currentPerson()
      // A device that cannot be read must not prevent the sign-out.
      const waiting = person === null ? 0 : await waitingActions(person.id).catch(() => 0)
      const sure =
        waiting === 0 ||
        (await confirm({
          title: t('offline.leave.title'),
          body: t('offline.leave.body', { count: waiting }),
          confirmLabel: t('bar.logout'),
          danger: true,
        }))
      if (!sure) {
        if (router.history.canGoBack()) router.history.back()
        else go('/', { replace: true })
        return
      }
      await signOut()
      go('/login', { replace: true })
    }
    void leave()
  }, [go, router, t])

  return <Loader aria-label={t('logout.title')} role="status" />
}
