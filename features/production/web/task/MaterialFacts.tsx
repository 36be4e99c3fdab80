import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showQuantity } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import type { SectionMaterial } from '../../domain/section-day-contract.ts'
import { takenInAll } from '../../domain/section-now.ts'
import { WaitsFor } from '../section/MaterialList.tsx'
import styles from './task.module.css'

/** What the task needs of each material, what it has taken, and what the shelf lacks. */
export function MaterialFacts({ materials }: { materials: readonly SectionMaterial[] }) {
  const { t } = useTranslation('production')
  if (materials.length === 0) return <Text c="dimmed">{t('task.no-materials')}</Text>
  return (
    <>
      <ul className={styles.list}>
        {materials.map((material) => (
          <li key={material.line}>
            <MaterialLine material={material} />
          </li>
        ))}
      </ul>
      <WaitsFor materials={materials} />
    </>
  )
}

function MaterialLine({ material }: { material: SectionMaterial }) {
  const { t } = useTranslation('production')
  const { name, unit, taken, state, short, productId, replacedName, reason } = material
  const withUnit = (value: number) => `${showQuantity(value)} ${t(`frame:unit.${unit}`, { defaultValue: unit })}`
  const facts = [
    t('task.taken', { taken: showQuantity(taken), needed: withUnit(takenInAll(material)) }),
    state === 'RECEIVED' ? t('material.received') : '',
    state === 'DROPPED' ? t('task.dropped') : '',
    short > 0 ? t('task.short', { short: withUnit(short) }) : '',
    replacedName === '' ? '' : t('material.instead', { name: replacedName }),
    reason,
  ]
  return (
    <>
      {productId === null ? (
        name
      ) : (
        <Anchor component={PageLink} to={`/material-overview/${productId}`}>
          {name}
        </Anchor>
      )}
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </>
  )
}
