import { Box, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import type { Person } from '#web/offline/stored-person.ts'
import { checkSessionAgain } from '#web/session.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { Facts, Panel } from '#web/ui/Panel.tsx'
import { changeOwnName } from '../../domain/profile-contract.ts'
import { OwnLanding } from './OwnLanding.tsx'
import { type Success, SuccessAlert } from './SuccessAlert.tsx'

/** Name, e-mail and id number of the stored login, the form to change the user name, and the first page after sign-in. */
export function OwnAccount({ person }: { person: Person }) {
  const { t } = useTranslation('users')
  const [success, setSuccess] = useState<Success | null>(null)
  return (
    <Panel title={t('profile.account')}>
      <Stack gap="md">
        <Facts
          items={[
            { label: t('profile.name'), value: person.username, long: true },
            { label: t('profile.email'), value: person.email, long: true },
            { label: t('profile.id'), value: person.id },
          ]}
        />
        <Box maw={420}>
          <NameForm
            // a name that was changed in another tab is the one to change here
            key={person.username}
            username={person.username}
            onSaved={() => setSuccess({ text: t('profile.name-saved') })}
          />
        </Box>
        <Box maw={420}>
          <OwnLanding />
        </Box>
        <SuccessAlert success={success} />
      </Stack>
    </Panel>
  )
}

function NameForm({ username, onSaved }: { username: string; onSaved: () => void }) {
  const { t } = useTranslation('users')
  const change = useRun(changeOwnName)
  const form = useRecordForm({ initialValues: { username }, schema: changeOwnName.input })
  const isSame = form.getValues().username.trim() === username
  return (
    <RecordForm
      form={form}
      saveLabel={t('profile.save-name')}
      closed={isSame ? t('why.nothing-changed') : null}
      guard={false}
      onSave={async (values) => {
        await change.mutateAsync(values)
        onSaved()
        // the stored login of this browser follows
        await checkSessionAgain()
      }}
    >
      <TextInput
        label={t('profile.username')}
        description={t('profile.username-hint')}
        required
        autoComplete="off"
        {...form.getInputProps('username')}
      />
    </RecordForm>
  )
}
