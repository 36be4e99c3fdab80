import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showCount } from '#web/format.ts'
import { PageLink } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import table from '#web/ui/table/short-table.module.css'
import { MomentText } from '#web/ui/texts.tsx'
import { type ImportFile, listImports } from '../domain/contract.ts'
import styles from './import.module.css'

/** The newest files that were read, each with its outcome. */
export function EarlierImports() {
  const { t } = useTranslation('import')
  const answer = useAsk(listImports, {})
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />
  if (!answer.data) return <Loading rows={4} />
  if (answer.data.rows.length === 0) return <EmptyState title={t('earlier.none')} />
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('earlier.title')}>
      <table className={`${table.list} ${table.named}`}>
        <thead>
          <tr>
            <th scope="col">{t('column.file')}</th>
            <th scope="col">{t('column.target')}</th>
            <th scope="col">{t('column.state')}</th>
            <th scope="col">{t('column.read')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.data.rows.map((file) => (
            <tr key={file.id}>
              <th scope="row">
                <Anchor component={PageLink} to={`/import/${file.id}`} size="sm">
                  {file.name || t('no-name')}
                </Anchor>
                <small>{t('lines', { count: file.lines, number: showCount(file.lines) })}</small>
              </th>
              <td className={styles.kind}>{t(`target.${file.target}`)}</td>
              <td>
                <StateText file={file} />
              </td>
              <td>
                <MomentText value={file.created} /> · {file.userName}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Says in words the outcome of a file. */
function StateText({ file: { state, counts, takenBack, left } }: { file: ImportFile }) {
  const { t } = useTranslation('import')
  if (state === 'READ') return t('state.READ')
  if (state === 'UNDONE') return t('state.UNDONE', { takenBack: showCount(takenBack), left: showCount(left) })
  return t('state.DONE', {
    added: showCount(counts.added),
    changed: showCount(counts.changed),
    refused: showCount(counts.refused),
  })
}
