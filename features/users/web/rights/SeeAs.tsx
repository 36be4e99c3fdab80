import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { Eye } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, ROLES } from '#kernel/rights.ts'
import { useAsk, useRun } from '#web/query.ts'
import { seeAs } from '#web/session-contract.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import { OWN_RECORDS, seenPeople } from '#accounts/domain/seeing.ts'
import { useRightWords } from './rights-words.ts'

/** Opens the product as a role sees it. For roles that see only their own records a person is chosen. */
export function SeeAs() {
  const { t } = useTranslation('users')
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<Eye size={16} aria-hidden />} onClick={() => setOpened(true)}>
        {t('seeing.open')}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('seeing.open')}>
        {opened ? <SeeAsForm /> : null}
      </Dialog>
    </>
  )
}

function SeeAsForm() {
  const { t } = useTranslation('users')
  const words = useRightWords()
  const [role, setRole] = useState<Role>('user')
  const [personId, setPersonId] = useState<string | null>(null)
  const people = useAsk(seenPeople, {})
  const own = OWN_RECORDS.some((one) => one === role)
  const choices = (people.data?.people ?? []).filter((person) => person.role === role)
  const run = useRun(seeAs, {
    onSuccess: ({ landing }) => window.location.assign(landing),
  })
  const closed =
    own && personId === null ? t(people.data && choices.length === 0 ? 'seeing.nobody' : 'seeing.choose') : null
  return (
    <Stack gap="md">
      <Text size="sm">{t('seeing.hint')}</Text>
      <Select
        label={t('field.role')}
        data={ROLES.filter((one) => one !== 'admin').map((one) => ({ value: one, label: words.role(one) }))}
        value={role}
        onChange={(value) => {
          setRole(value ?? role)
          setPersonId(null)
        }}
        data-autofocus
      />
      {own ? (
        <Select
          label={t('seeing.person')}
          data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={personId}
          onChange={setPersonId}
          searchable
        />
      ) : null}
      <RefusalText error={people.data ? null : people.error} retry={() => void people.refetch()} />
      <RefusalText error={run.error} />
      <Group justify="end">
        <ActionButton
          pending={run.isPending}
          closed={closed}
          onClick={() => run.mutate({ role, userId: own ? Number(personId) : null })}
        >
          {t('seeing.begin')}
        </ActionButton>
      </Group>
    </Stack>
  )
}
