import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import { Bell as BellIcon } from '#web/ui/icon/icons.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showCount } from '#web/format.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { countNotices } from '../domain/contract.ts'
import { notificationsRights } from '../domain/rights.ts'
import styles from './notices.module.css'

const Notices = lazyPart(() => import('./NoticesDrawer.tsx'))

/** The bell with the number of unread lines. It opens the drawer with all of them. */
export function Bell() {
  const { t } = useTranslation('notifications')
  const may = useMay(notificationsRights.use)
  const [{ opened, wasOpened }, show] = useState({ opened: false, wasOpened: false })
  const count = useAsk(countNotices, {}, { enabled: may }).data?.count ?? 0
  useEffect(() => {
    if (may && 'Notification' in window && Notification.permission === 'granted')
      void import('./push-browser.ts').then(({ keepOnHere }) => keepOnHere())
  }, [may])
  if (!may) return null
  const label = count === 0 ? t('bell-none') : t('bell', { count })
  return (
    <>
      <Tooltip label={label}>
        <Indicator
          label={<span aria-hidden>{showCount(count)}</span>}
          disabled={count === 0}
          size={16}
          // below the edge of the window, also beside the large buttons of a tablet
          offset={{ x: 6, y: 12 }}
          color="red.8"
          withBorder
          className={styles.bell}
        >
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            className={styles.tool}
            aria-label={label}
            aria-haspopup="dialog"
            onClick={() => show({ opened: true, wasOpened: true })}
          >
            <BellIcon size={20} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        </Indicator>
      </Tooltip>
      {wasOpened ? <Notices opened={opened} close={() => show({ opened: false, wasOpened: true })} /> : null}
    </>
  )
}
