import { Button, Checkbox, Divider, PasswordInput, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setupInput } from '#features/users/domain/contract.ts'
import { runCommand } from '#web/api.ts'
import { useGo } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { signIn } from '#web/session.ts'
import { completeSetup, setupState } from '#web/session-contract.ts'
import { useRecordForm } from '#web/ui/form/form.tsx'
import { fieldProblems } from '#web/ui/problems.ts'
import { RefusalText } from '#web/ui/states.tsx'
import styles from './pages.module.css'

/** The set-up of an empty database: the administrator, the company, and optional demo data. */
export default function SetupPage() {
  const { t } = useTranslation('frame')
  const { form, submit, pending, problem } = useSetupForm()
  return (
    <section className={styles.card} data-wide aria-labelledby="setup-title">
      <Title order={1} id="setup-title">
        {t('setup.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="lg" mt={4}>
        {t('setup.hint')}
      </Text>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Title order={2}>{t('setup.administrator')}</Title>
          <AdministratorFields form={form} />
          <Divider />
          <Title order={2}>{t('setup.company')}</Title>
          <CompanyFields form={form} />
          <RefusalText error={problem} />
          <Button type="submit" size="md" loading={pending}>
            {t('setup.submit')}
          </Button>
        </Stack>
      </form>
    </section>
  )
}

/** The form of the set-up. Its answer signs the administrator in. A set-up that is done already opens the sign-in. */
function useSetupForm() {
  const { t } = useTranslation('frame')
  const go = useGo()
  const [problem, setProblem] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const setup = useAsk(setupState, {}, { staleTime: 0, topics: [] })

  useEffect(() => {
    if (setup.data && !setup.data.needed && !pending) go('/login', { replace: true })
  }, [setup.data, pending, go])

  const form = useRecordForm({
    initialValues: {
      adminName: '',
      email: '',
      password: '',
      repeated: '',
      companyName: '',
      companyAddress: '',
      demo: false,
    },
    schema: setupInput,
    toInput: ({ repeated: _repeated, ...input }) => input,
  })

  const submit = form.onSubmit(async ({ repeated, ...input }) => {
    if (repeated !== input.password) {
      form.setFieldError('repeated', t('invalid.passwords-differ'))
      return
    }
    setPending(true)
    setProblem(null)
    try {
      await runCommand(completeSetup, input, { withoutSignIn: true })
      const user = await signIn({ email: input.email.trim(), password: input.password, remember: false })
      go(user.landing, { replace: true })
    } catch (error) {
      const fields = fieldProblems(error, t)
      if (fields) form.setErrors(fields)
      setProblem(error)
      setPending(false)
    }
  })
  return { form, submit, pending, problem }
}

type FieldsProps = { form: ReturnType<typeof useSetupForm>['form'] }

function AdministratorFields({ form }: FieldsProps) {
  const { t } = useTranslation('frame')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput label={t('setup.admin-name')} required autoComplete="name" {...form.getInputProps('adminName')} />
      <TextInput
        type="email"
        label={t('login.email')}
        required
        autoComplete="username"
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('login.password')}
        description={t('setup.password-hint')}
        required
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label={t('setup.repeat-password')}
        description={t('setup.repeat-hint')}
        required
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('login.show-password') }}
        {...form.getInputProps('repeated')}
      />
    </SimpleGrid>
  )
}

function CompanyFields({ form }: FieldsProps) {
  const { t } = useTranslation('frame')
  return (
    <>
      <TextInput
        label={t('setup.company-name')}
        required
        autoComplete="organization"
        {...form.getInputProps('companyName')}
      />
      <TextInput
        label={t('setup.company-address')}
        required
        autoComplete="street-address"
        {...form.getInputProps('companyAddress')}
      />
      <Checkbox
        label={t('setup.demo')}
        description={t('setup.demo-hint')}
        {...form.getInputProps('demo', { type: 'checkbox' })}
      />
    </>
  )
}
