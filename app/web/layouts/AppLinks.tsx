/** The links to other services that an administrator edits (C-61). Without any nothing is shown. */
import { ActionIcon, Menu } from '@mantine/core'
import { ExternalLink, Grip } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { listAppLinks } from '#features/settings/domain/apps.ts'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import bar from './bar.module.css'
import styles from './sidebar.module.css'

/** Links rarely change, and a change arrives as a live update. */
const HOUR_MS = 3_600_000

function useAppLinks() {
  const enabled = useMay(settingsRights.read)
  const answer = useAsk(listAppLinks, {}, { enabled, staleTime: HOUR_MS, withoutSignIn: true })
  return answer.data?.links ?? []
}

/** Every link opens a tab of its own, which gets no access to this page and no referrer. */
const elsewhere = { target: '_blank', rel: 'noopener noreferrer' } as const

/** The menu of apps in the top bar. */
export function AppsMenu() {
  const { t } = useTranslation('frame')
  const links = useAppLinks()
  if (links.length === 0) return null
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} className={bar.tool} aria-label={t('bar.apps')}>
          <Grip size={20} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {links.map(({ name, target }) => (
          <Menu.Item
            key={target}
            component="a"
            href={target}
            {...elsewhere}
            leftSection={<ExternalLink size={16} aria-hidden />}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The links below the menu of a phone. */
export function AppsSection() {
  const { t } = useTranslation('frame')
  const links = useAppLinks()
  if (links.length === 0) return null
  return (
    <section className={styles.menu}>
      <h2 className={styles.group}>{t('bar.apps')}</h2>
      <ul>
        {links.map(({ name, target }) => (
          <li key={target}>
            <a href={target} {...elsewhere} className={styles.entry}>
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
              <span>{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
