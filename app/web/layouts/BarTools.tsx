/** The tools of every bar: language, colour scheme, full screen, connection state, and the person. */
import {
  ActionIcon,
  Menu,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { useFullscreenDocument, useNetwork } from '@mantine/hooks'
import {
  ChevronDown,
  CircleUserRound,
  Languages,
  LockKeyhole,
  LogOut,
  Maximize,
  Minimize,
  Moon,
  Sun,
  WifiOff,
} from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { usersRights } from '#accounts/domain/rights.ts'
import { type LanguageCode, LANGUAGES } from '#kernel/languages.ts'
import { chooseLanguage } from '#web/i18n.ts'
import { readLanguage } from '#web/language/stored-language.ts'
import { barTools } from '#web/layouts/bar-tools.ts'
import { useConnectionState } from '#web/live/live.ts'
import { lockScreen } from '#web/lock/lock.ts'
import { PageLink } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { keepLanguage } from '#web/preferences/own-preferences.ts'
import { useMay, usePerson } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import styles from './bar.module.css'
import { useSaid } from '#web/ui/said/use-said.ts'

export function LanguageMenu({ withName = false }: { withName?: boolean }) {
  const { t, i18n } = useTranslation('frame')
  const personId = usePerson()?.id ?? null
  const now = LANGUAGES.find(({ tag }) => tag === i18n.language) ?? LANGUAGES[1]
  const choose = (code: LanguageCode) => {
    keepLanguage(personId, code)
    chooseLanguage(code).catch((error: unknown) => say.failed(error))
  }
  return (
    <Menu position="bottom-end" width={180} withinPortal={false}>
      <Menu.Target>
        {withName ? (
          <UnstyledButton className={styles.textTool} aria-label={`${t('bar.language')}: ${now.name}`}>
            <Languages size={16} aria-hidden /> {now.name} <ChevronDown size={14} aria-hidden />
          </UnstyledButton>
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`${t('bar.language')}: ${now.name}`}
            className={styles.tool}
          >
            <Languages size={20} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={now.code} onChange={(code) => choose(readLanguage(code))}>
          {LANGUAGES.map((language) => (
            <Menu.RadioItem key={language.code} closeMenuOnClick value={language.code} lang={language.tag}>
              {language.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

export function SchemeButton() {
  const { t } = useTranslation('frame')
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const label = scheme === 'dark' ? t('bar.light') : t('bar.dark')
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={styles.tool}
        aria-label={label}
        onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
      >
        {scheme === 'dark' ? (
          <Sun size={20} strokeWidth={1.75} aria-hidden />
        ) : (
          <Moon size={20} strokeWidth={1.75} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  )
}

export function FullscreenButton() {
  const { t } = useTranslation('frame')
  const { toggle, fullscreen } = useFullscreenDocument()
  if (!document.fullscreenEnabled) return null
  const label = fullscreen ? t('bar.leave-fullscreen') : t('bar.fullscreen')
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={styles.tool}
        aria-label={label}
        visibleFrom="md"
        onClick={() => void toggle()}
      >
        {fullscreen ? (
          <Minimize size={20} strokeWidth={1.75} aria-hidden />
        ) : (
          <Maximize size={20} strokeWidth={1.75} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  )
}

/** Shows that the page has lost its connection to the server. Shows nothing while connected; a screen reader hears that it is back. */
export function ConnectionMark() {
  const { t } = useTranslation('frame')
  const connection = useConnectionState()
  const { online } = useNetwork()
  const text = !online ? t('line.offline') : connection === 'reconnecting' ? t('line.reconnecting') : null
  useSaid(text === null ? 'connected' : 'lost', text === null ? t('line.back') : '')
  return (
    <span role="status">
      {text === null ? null : (
        <span className={styles.connection}>
          <WifiOff size={14} aria-hidden /> <span>{text}</span>
        </span>
      )}
    </span>
  )
}

/** The tools that features add. */
export function AddedTools() {
  return usePageParts(barTools).map((Tool, index) => <Tool key={index} />)
}

/** The menu of the person: profile, lock of the screen, sign-out. */
export function PersonMenu() {
  const { t } = useTranslation('frame')
  const person = usePerson()
  // an account that waits for approval has no profile to change yet
  const mayUse = useMay(usersRights.use)
  if (person === null) return null
  const name = person.username || person.email
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={styles.person}>
          <span aria-hidden>{initials(name)}</span>
          <VisuallyHidden>{t('bar.person', { name })}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={styles.personFacts} aria-hidden>
          <strong>{name}</strong>
          <span>{person.email}</span>
        </Menu.Label>
        <Menu.Divider />
        {mayUse ? (
          <>
            <Menu.Item component={PageLink} to="/profile" leftSection={<CircleUserRound size={16} aria-hidden />}>
              {t('bar.profile')}
            </Menu.Item>
            <Menu.Item
              leftSection={<LockKeyhole size={16} aria-hidden />}
              onClick={() => void lockScreen().catch((error: unknown) => say.failed(error))}
            >
              {t('lock.open')}
            </Menu.Item>
          </>
        ) : null}
        <Menu.Item component={PageLink} to="/logout" leftSection={<LogOut size={16} aria-hidden />}>
          {t('bar.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const initials = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) =>
      part[0]
        ?.toUpperCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, ''),
    )
    .join('')
