import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fold } from '#kernel/fold.ts'
import { actingRole, type Holder, may, type Right, type Role, TODAY_PAGE } from '#kernel/rights.ts'
import { listSetUpSections } from '#features/sections/domain/setup-contract.ts'
import { useShownName } from '#features/sections/web/section-name.ts'
import { useAsk, useRun } from '#web/query.ts'
import { RecordForm, useRecordForm } from '#web/ui/form/form.tsx'
import { say } from '#web/ui/say.tsx'
import { ACCOUNT_ROLES, type AccountRole } from '#accounts/domain/accounts.ts'
import { type AccountRow, changeAccount } from '../../domain/people-contract.ts'
import { rightsMatrix } from '../../domain/rights-contract.ts'

type Values = {
  username: string
  firstName: string
  lastName: string
  role: AccountRole | null
  landing: string | null
}

const valuesOf = (account: AccountRow): Values => ({
  username: account.username,
  firstName: account.firstName,
  lastName: account.lastName,
  role: ACCOUNT_ROLES.find((role) => role === account.role) ?? null,
  landing: account.landing,
})

/** Returns only what the administrator has changed, so that a change of somebody else stays. */
function inputOf(account: AccountRow, values: Values) {
  const before = valuesOf(account)
  const changed = Object.entries(values).filter(([field, value]) => before[field as keyof Values] !== value)
  return { id: account.id, version: account.version, changes: Object.fromEntries(changed) }
}

type AccountFormProps = {
  readonly account: AccountRow
  readonly isOwn: boolean
  /** Reads the account again. The message of success waits for it, so that the buttons beside the form know the new version. */
  readonly reload: () => Promise<unknown>
}

/** The names, the role and the first page of an account. */
export function AccountForm({ account, isOwn, reload }: AccountFormProps) {
  const { t } = useTranslation('users')
  const change = useRun(changeAccount)
  const form = useRecordForm<Values>({
    initialValues: valuesOf(account),
    schema: changeAccount.input,
    toInput: (values) => inputOf(account, values),
    alsoWrong: ({ username }) => (username.trim() === '' ? { username: t('invalid.required', { ns: 'frame' }) } : {}),
  })
  const values = form.getValues()
  const section = useSectionOf(values.firstName)
  const shownSection = useShownName()
  const waits = account.state === 'WAITING'
  const nothing = Object.keys(inputOf(account, values).changes).length === 0
  return (
    <RecordForm
      form={form}
      saveLabel={t('people.save')}
      closed={nothing ? t('why.nothing-changed') : null}
      guard={false}
      onSave={async (saved) => {
        await change.mutateAsync(inputOf(account, saved))
        await reload()
        say.done(t('said.saved', { name: saved.username }))
      }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label={t('column.username')} required autoComplete="off" {...form.getInputProps('username')} />
        <TextInput label={t('field.lastName')} autoComplete="off" {...form.getInputProps('lastName')} />
        <TextInput
          label={t('column.firstName')}
          description={firstNameHint(section && shownSection(section), t)}
          autoComplete="off"
          {...form.getInputProps('firstName')}
        />
        {waits ? null : (
          <Select
            label={t('column.role')}
            data={ACCOUNT_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
            disabled={isOwn}
            description={isOwn ? t('refusal.own-account') : undefined}
            {...form.getInputProps('role')}
          />
        )}
        <LandingSelect role={actingRole({ role: values.role, section })} {...form.getInputProps('landing')} />
      </SimpleGrid>
    </RecordForm>
  )
}

/** Returns the section for which people with this first name work, or null. */
function useSectionOf(firstName: string): string | null {
  const sections = useAsk(listSetUpSections, {}).data?.rows ?? []
  return sections.find(({ firstNames }) => firstNames.includes(fold(firstName.trim())))?.name ?? null
}

/** Says what the first name does: the one of a workshop makes the account act as this section. */
function firstNameHint(section: string | null, t: TFunction<'users'>): string {
  return section === null ? t('hint.first-name') : t('hint.workshop', { section })
}

/** What the router knows of a registered page. */
type Registered = {
  readonly options: { readonly staticData?: { titleKey?: string; feature?: string; right?: Right } }
}

/** Reports whether a page can be the first one of a role: Today, or one that needs no record. */
const isLanding = (path: string, right: Right | undefined, holder: Holder): boolean =>
  path === TODAY_PAGE || (!path.includes('$') && right !== undefined && may(holder, right))

type LandingProps = { role: Role | null; value?: string | null; onChange?: (value: string | null) => void }

/** The first page after sign-in, among those that the account may open with the rights that its role has now. */
function LandingSelect({ role, value = null, ...rest }: LandingProps) {
  const { t } = useTranslation('users')
  const router = useRouter()
  const roles = useAsk(rightsMatrix, {}).data?.roles
  const rightChanges = roles?.find((one) => one.role === role)?.changes
  const pages = useMemo(
    () =>
      Object.entries(router.routesByPath as Readonly<Record<string, Registered>>)
        .filter(([path, { options }]) => isLanding(path, options.staticData?.right, { role, rightChanges }))
        .map(([value, { options }]) => ({
          value,
          label: t(options.staticData?.titleKey ?? value, { ns: options.staticData?.feature ?? 'frame' }),
        })),
    [router, role, rightChanges, t],
  )
  // a page that the account may not open, or one record, stays as it is stored
  const known =
    value === null || pages.some((page) => page.value === value) ? pages : [...pages, { value, label: value }]
  return (
    <Select
      label={t('field.landing')}
      description={t('hint.landing')}
      placeholder={t('hint.usual-page')}
      data={known}
      clearable
      searchable
      value={value}
      {...rest}
    />
  )
}
