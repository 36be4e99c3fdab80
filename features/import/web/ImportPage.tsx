import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showCount } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { useAddressId } from '#web/router/address-id.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { possibleKeys } from '../domain/columns.ts'
import { importFile } from '../domain/contract.ts'
import type { Choice, LoadedFile } from './choice.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { DoneImport } from './DoneImport.tsx'
import { NoSuchImport } from './NoSuchImport.tsx'
import { Preview } from './Preview.tsx'

/** Shows what a file would do and imports it; afterwards it shows the outcome of its rows. */
export default function ImportPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchImport given={given} /> : <OneImport key={id} id={id} />
}

function OneImport({ id }: { id: number }) {
  const { t } = useTranslation('import')
  const answer = useAsk(importFile, { id })
  const back = { to: '/import', label: t('title.imports') }
  if (!answer.data)
    return (
      <>
        <PageHeader title={t('title.import')} back={back} />
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={8} />}
      </>
    )
  const { file, system } = answer.data
  const what = t('about', { target: t(`target.${file.target}`), count: file.lines, number: showCount(file.lines) })
  return (
    <>
      <PageHeader
        title={file.name || t('no-name')}
        subtitle={[what, system && t('system', { name: t(`system-name.${system}`) })].filter(Boolean).join(' · ')}
        back={back}
      />
      {file.state === 'READ' ? <Choosing loaded={answer.data} /> : <DoneImport file={file} />}
    </>
  )
}

/** The choice of the columns, and below it what the file would do with them. */
function Choosing({ loaded }: { loaded: LoadedFile }) {
  const { file, columns, key } = loaded
  const [choice, setChoice] = useState<Choice>({
    columns,
    key: key ?? '',
    signs: columns.map(() => null),
    asWritten: false,
    words: loaded.words,
  })
  const change = (patch: Partial<Choice>) =>
    setChoice((before) => {
      const next = { ...before, ...patch }
      const keys = possibleKeys(file.target, next.columns)
      return keys.includes(next.key) ? next : { ...next, key: keys[0] ?? '' }
    })
  return (
    <Stack gap="md">
      <ColumnChoice loaded={loaded} choice={choice} change={change} />
      <Preview key={JSON.stringify(choice)} loaded={loaded} choice={choice} change={change} />
    </Stack>
  )
}
