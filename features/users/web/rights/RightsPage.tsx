import { Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Search } from '#web/ui/icon/icons.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import type { Role } from '#kernel/rights.ts'
import { useAsk } from '#web/query.ts'
import { Drawer } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { type DeclaredRight, rightsHistory, rightsMatrix } from '../../domain/rights-contract.ts'
import { ChangeRight, type Pressed } from './ChangeRight.tsx'
import { isChanged, shownAreas, useRightWords } from './rights-words.ts'
import { RightsOfOneRole } from './RightsOfOneRole.tsx'
import { RightsTable } from './RightsTable.tsx'
import { SeeAs } from './SeeAs.tsx'
import { RecordHistory } from '#web/ui/history/HistoryList.tsx'

/** Shows which role holds which right. A press on a cell gives the right to the role or takes it. */
export default function RightsPage() {
  const { t } = useTranslation('users')
  const answer = useAsk(rightsMatrix, {})
  return (
    <>
      <PageHeader title={t('title.rights')} subtitle={t('rights.hint')} secondary={<SeeAs />} />
      {answer.data ? (
        <Rights matrix={answer.data} />
      ) : answer.error ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : (
        <Loading rows={10} />
      )}
    </>
  )
}

function Rights({ matrix: { rights, roles } }: { matrix: OutputOf<typeof rightsMatrix> }) {
  const { t } = useTranslation('users')
  const words = useRightWords()
  const phone = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false })
  const [typed, setTyped] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const [history, setHistory] = useState<Role | null>(null)
  const areas = useMemo(() => {
    const isWanted = (right: DeclaredRight): boolean => !onlyChanged || roles.some((role) => isChanged(right, role))
    return shownAreas(rights, words, typed, isWanted)
  }, [rights, roles, words, typed, onlyChanged])
  const shown = { areas, roles, press: setPressed, openHistory: setHistory }
  const historyOf = roles.find(({ role }) => role === history)
  return (
    <>
      <Group gap="md" mb="md">
        <TextInput
          aria-label={t('rights.filter')}
          placeholder={t('rights.filter')}
          leftSection={<Search size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maw={{ base: '100%', xs: 320 }}
          flex="1 1 200px"
        />
        <Checkbox
          label={t('rights.changed-only')}
          checked={onlyChanged}
          onChange={(event) => setOnlyChanged(event.currentTarget.checked)}
        />
      </Group>
      {areas.length === 0 ? (
        <EmptyState title={t('rights.none')} />
      ) : phone ? (
        <RightsOfOneRole {...shown} />
      ) : (
        <RightsTable {...shown} />
      )}
      <ChangeRight pressed={pressed} roles={roles} close={() => setPressed(null)} />
      <Drawer
        opened={historyOf !== undefined}
        onClose={() => setHistory(null)}
        title={historyOf ? t('rights.history', { role: words.role(historyOf.role) }) : ''}
        size="lg"
      >
        {historyOf ? <RoleHistory id={historyOf.id} /> : <Text />}
      </Drawer>
    </>
  )
}

/** The changes of the rights of one role, newest first. */
function RoleHistory({ id }: { id: number }) {
  const { t } = useTranslation('frame')
  return (
    <RecordHistory
      contract={rightsHistory}
      id={id}
      showValue={(_field, value) => t(value ? 'action.yes' : 'action.no')}
    />
  )
}
