/** The actions of every page that the search of Ctrl+K offers by their names. */
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { CircleUserRound, LockKeyhole, LogOut, Moon, Sun, Undo2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { usersRights } from '#accounts/domain/rights.ts'
import { lockScreen } from '#web/lock/lock.ts'
import { useGo } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { useLastUndo } from '#web/ui/last-undo.ts'
import { say } from '#web/ui/say.tsx'
import type { FoundKind } from '#web/routes.ts'

type OwnAction = {
  readonly key: string
  readonly name: string
  readonly icon: FoundKind['icon']
  readonly run: () => void
}

/** Returns the actions that the person may use: undo of the last change, their profile, lock of the screen, colour scheme and sign-out. */
export function useOwnActions(): readonly OwnAction[] {
  const { t } = useTranslation('frame')
  const go = useGo()
  const mayUse = useMay(usersRights.use)
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const lock = () => void lockScreen().catch((error: unknown) => say.failed(error))
  const last = useLastUndo()
  return [
    ...(last === null
      ? []
      : [{ key: 'undo', name: t('action.undo-what', { what: last.text }), icon: Undo2, run: last.undo }]),
    ...(mayUse
      ? [
          { key: 'profile', name: t('bar.profile'), icon: CircleUserRound, run: () => go('/profile') },
          { key: 'lock', name: t('lock.open'), icon: LockKeyhole, run: lock },
        ]
      : []),
    {
      key: 'scheme',
      name: dark ? t('bar.light') : t('bar.dark'),
      icon: dark ? Sun : Moon,
      run: () => setColorScheme(dark ? 'light' : 'dark'),
    },
    { key: 'logout', name: t('bar.logout'), icon: LogOut, run: () => go('/logout') },
  ]
}
