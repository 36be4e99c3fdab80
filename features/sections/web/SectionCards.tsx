import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { usePerson } from '#web/session.ts'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { listSections } from '../domain/contract.ts'
import { useShownName } from './section-name.ts'
import styles from './sections.module.css'

type SectionCardsProps = {
  pathOf: (name: string) => string
  /** Shows large targets for the workshop. */
  large?: boolean
}

/** Shows the sections with the number of products to make. A workshop account sees only its own section. */
export function SectionCards({ pathOf, large = false }: SectionCardsProps) {
  const { t } = useTranslation('sections')
  const person = usePerson()
  const shownName = useShownName()
  const sections = useAsk(listSections, {}, { topics: ['orders', 'products', 'sections'] })
  if (!sections.data)
    return sections.error ? (
      <ErrorState error={sections.error} retry={() => void sections.refetch()} />
    ) : (
      <Loading rows={6} height={56} />
    )
  const own = person?.actingRole === 'section' ? person.section : null
  const rows = sections.data.rows.filter((row) => own === null || row.name === own)
  if (rows.length === 0) return <EmptyState title={t('tasks.empty')} />
  return (
    <ul className={styles.cards} data-large={large || undefined}>
      {rows.map((row) => (
        <li key={row.name}>
          <PageLink to={pathOf(row.name)} className={styles.card} data-quiet={row.products === 0 || undefined}>
            <strong>{shownName(row.name)}</strong>
            {row.floor ? <small>{t(`floor.${row.floor}`, { defaultValue: row.floor })}</small> : null}
            <span>{row.products === 0 ? t('tasks.nothing') : t('tasks.products', { count: row.products })}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
