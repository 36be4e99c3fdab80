import { Button, Chip, CloseButton, Switch } from '@mantine/core'
import { RotateCcw } from '#web/ui/icon/icons.ts'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LAYOUT_VALUES, type Layout, type LayoutOption } from '#accounts/domain/preferences/layout.ts'
import { type ChooseLayout, useLayout } from '#app/web/layouts/use-layout.ts'
import { useSlashKey } from '#web/preferences/slash-key.ts'
import styles from './panel.module.css'

type Choice = keyof typeof LAYOUT_VALUES
const CHOICES = Object.keys(LAYOUT_VALUES) as Choice[]
/** The horizontal layout has no sidebar. */
const OF_SIDEBAR: readonly LayoutOption[] = ['leftSideBarType', 'leftSideBarTheme', 'leftSideBarThemeImage']

/** The panel at the right in which a person chooses the layout. Each choice changes the page beside it at once. */
export function LayoutPanel({ close }: { close: () => void }) {
  const { t } = useTranslation('frame')
  const slashKey = useSlashKey()
  const { layout, stored, choose, reset } = useLayout()
  const title = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  return (
    <aside ref={panel} className={styles.panel} aria-labelledby={title} onKeyDown={closeByKey}>
      <header className={styles.head}>
        <h2 id={title}>{t('layout.title')}</h2>
        <CloseButton aria-label={t('action.close')} onClick={close} />
      </header>
      {CHOICES.map((option) => (
        <OneOfSeveral key={option} option={option} layout={layout} choose={choose} />
      ))}
      <Switch
        label={t('layout.isPreloader')}
        checked={layout.isPreloader}
        onChange={(event) => choose('isPreloader', event.currentTarget.checked)}
      />
      <Switch
        label={t('layout.slash-key')}
        checked={slashKey.on}
        onChange={(event) => slashKey.choose(event.currentTarget.checked)}
      />
      <footer className={styles.foot}>
        <Button variant="default" leftSection={<RotateCcw size={16} aria-hidden />} onClick={reset}>
          {t('layout.reset')}
        </Button>
        <p role="status">{stored ? '' : t('layout.not-stored')}</p>
      </footer>
    </aside>
  )
}

type OneOfSeveralProps = { option: Choice; layout: Layout; choose: ChooseLayout }

function OneOfSeveral({ option, layout, choose }: OneOfSeveralProps) {
  const { t } = useTranslation('frame')
  const [name, hint] = [useId(), useId()]
  const closed = layout.layoutType === 'horizontal' && OF_SIDEBAR.includes(option)
  return (
    <div
      role="radiogroup"
      className={styles.option}
      aria-labelledby={name}
      aria-describedby={closed ? hint : undefined}
      aria-disabled={closed || undefined}
    >
      <h3 id={name}>{t(`layout.${option}.name`)}</h3>
      <Chip.Group value={layout[option]} onChange={(value) => choose(option, value)}>
        <div className={styles.values}>
          {LAYOUT_VALUES[option].map((value) => (
            <Chip key={value} value={value} size="xs" disabled={closed}>
              {t(`layout.${option}.${value}`)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {closed ? <p id={hint}>{t('layout.no-sidebar')}</p> : null}
    </div>
  )
}
