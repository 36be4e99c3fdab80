import { Anchor, Button, Checkbox, Divider, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { PasswordField } from '#web/ui/form/PasswordField.tsx'
import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import { RefusalText } from '#web/ui/states.tsx'
import styles from '#web/pages/pages.module.css'
import { CompanyFields } from './CompanyFields.tsx'
import { type SetupForm, useSetupForm } from './use-setup-form.ts'

/** The set-up of an empty database: the company, the administrator, and optional demo data. */
export default function SetupPage() {
  const { t } = useTranslation('frame')
  const { form, submit, pending, problem, registry, tooLate } = useSetupForm()
  return (
    <section className={styles.card} data-wide aria-labelledby="setup-title">
      <Title order={1} id="setup-title">
        {t('setup.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="lg" mt={4}>
        {t('setup.hint')}
      </Text>
      <Anchor component={PageLink} to="/setup/restore" size="sm" mb="lg" display="inline-block">
        {t('setup.restore')}
      </Anchor>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Checkbox
            label={t('setup.demo')}
            description={t('setup.demo-hint')}
            {...form.getInputProps('demo', { type: 'checkbox' })}
          />
          <Divider />
          <Title order={2}>{t('setup.company')}</Title>
          <CompanyFields form={form} registry={registry} />
          <Divider />
          <Title order={2}>{t('setup.administrator')}</Title>
          <AdministratorFields form={form} />
          <RefusalText error={problem} />
          {tooLate ? (
            <Anchor component={PageLink} to="/login" size="sm">
              {t('login.submit')}
            </Anchor>
          ) : null}
          <Button type="submit" size="md" loading={pending}>
            {t('setup.submit')}
          </Button>
        </Stack>
      </form>
    </section>
  )
}

function AdministratorFields({ form }: { readonly form: SetupForm }) {
  const { t } = useTranslation('frame')
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label={t('setup.admin-name')} required autoComplete="name" {...form.getInputProps('adminName')} />
        <TextInput
          type="email"
          label={t('login.email')}
          required
          autoComplete="username"
          {...form.getInputProps('email')}
        />
      </SimpleGrid>
      {/* shown while it is typed, in place of typing it twice */}
      <PasswordField
        label={t('login.password')}
        description={t('setup.password-hint')}
        required
        defaultVisible
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </>
  )
}
