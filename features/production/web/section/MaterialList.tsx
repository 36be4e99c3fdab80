import { UnstyledButton } from '@mantine/core'
import { Check, Circle, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/sections/web/section-name.ts'
import { dayOf } from '#kernel/day.ts'
import { showQuantity, showWeekday } from '#web/format.ts'
import type { SectionMaterial } from '../../domain/section-day-contract.ts'
import { missingOf } from '../../domain/section-now.ts'
import styles from './section.module.css'

type MaterialListProps = { materials: readonly SectionMaterial[]; receive: (line: number) => void }

/** The materials of the task. A press on one receives it. */
export function MaterialList({ materials, receive }: MaterialListProps) {
  const { t } = useTranslation('production')
  if (materials.length === 0) return null
  return (
    <ul className={styles.materials} aria-label={t('material.title')}>
      {materials.map((material) => (
        <li key={material.line}>
          {material.state === 'WAITING' ? (
            <UnstyledButton
              className={styles.material}
              data-short={material.short > 0 || undefined}
              onClick={() => receive(material.line)}
            >
              {material.short > 0 ? <TriangleAlert size={20} aria-hidden /> : <Circle size={20} aria-hidden />}
              <MaterialText material={material} />
            </UnstyledButton>
          ) : (
            <span className={styles.material} data-received>
              <Check size={20} aria-hidden />
              <MaterialText material={material} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Reports whether a material is short because tasks that are due earlier need what is on the shelf. */
const isClaimed = (material: SectionMaterial): boolean =>
  material.short > Math.max(0, missingOf(material) - Math.max(0, material.shelf ?? 0))

function MaterialText({ material }: { material: SectionMaterial }) {
  const { t } = useTranslation('production')
  const { name, unit, state, shelf, short, replacedName } = material
  const withUnit = (value: number) => `${showQuantity(value)} ${t(`frame:unit.${unit}`, { defaultValue: unit })}`
  return (
    <span>
      {name} <strong>{withUnit(state === 'WAITING' ? missingOf(material) : material.taken)}</strong>
      {state === 'RECEIVED' ? <small>{t('material.received')}</small> : null}
      {state === 'WAITING' && shelf !== null ? (
        <small>
          {short > 0
            ? t(isClaimed(material) ? 'material.claimed' : 'material.short', {
                shelf: withUnit(shelf),
                short: withUnit(short),
              })
            : t('material.receive', { shelf: withUnit(shelf) })}
        </small>
      ) : null}
      {state === 'WAITING' && shelf === null ? <small>{t('material.unknown')}</small> : null}
      {replacedName === '' ? null : <small>{t('material.instead', { name: replacedName })}</small>}
    </span>
  )
}

/** Says what each short material waits for: a task of another section, or a request to buy it. */
export function WaitsFor({ materials }: { materials: readonly SectionMaterial[] }) {
  const { t } = useTranslation('production')
  const shownName = useShownName()
  const short = materials.filter((one) => one.state === 'WAITING' && one.short > 0)
  if (short.length === 0) return null
  const textsOf = ({ name, waitsFor }: SectionMaterial): string[] => {
    const { task = null, request = null } = waitsFor ?? {}
    const texts = []
    if (task) {
      const from = { name, section: shownName(task.section), count: showQuantity(task.left) }
      texts.push(
        task.day
          ? t('waits-for.task-due', { ...from, day: showWeekday(task.day, 'short') })
          : t('waits-for.task', from),
      )
    }
    if (request) {
      const asked = { name, since: showWeekday(dayOf(request.since), 'short'), by: request.by }
      texts.push(
        request.due
          ? t('waits-for.request-due', { ...asked, day: showWeekday(request.due, 'short') })
          : t('waits-for.request', asked),
      )
    }
    return texts.length === 0 ? [t('waits-for.nothing', { name })] : texts
  }
  return (
    <ul className={styles.waits} aria-label={t('waits-for.title')}>
      {short.flatMap((material) => textsOf(material).map((text) => <li key={`${material.line} ${text}`}>{text}</li>))}
    </ul>
  )
}
