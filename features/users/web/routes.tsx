import { ShieldCheck, Users } from '#web/ui/icon/icons.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { roleRights, usersRights } from '#accounts/domain/rights.ts'

/** The pages of the people of the company and of the own profile, and those with which somebody without a sign-in gets in. */
export const usersRoutes: FeatureRoutes = {
  feature: 'users',
  pages: [
    {
      path: '/people',
      layout: 'main',
      right: usersRights.write,
      titleKey: 'title.people',
      load: () => import('./people/PeoplePage.tsx'),
    },
    {
      path: '/rights',
      layout: 'main',
      right: roleRights.write,
      titleKey: 'title.rights',
      load: () => import('./rights/RightsPage.tsx'),
    },
    {
      path: '/profile',
      layout: 'main',
      right: usersRights.use,
      titleKey: 'title.profile',
      load: () => import('./profile/ProfilePage.tsx'),
    },
    {
      path: '/second-factor',
      layout: 'public',
      titleKey: 'title.second-factor',
      load: () => import('./second-factor/SecondFactorPage.tsx'),
    },
    {
      path: '/new-password',
      layout: 'public',
      titleKey: 'title.new-password',
      load: () => import('./NewPasswordPage.tsx'),
    },
    {
      path: '/register',
      layout: 'public',
      titleKey: 'title.register',
      load: () => import('./without-sign-in/RegisterPage.tsx'),
    },
    {
      path: '/forgot-password',
      layout: 'public',
      titleKey: 'title.forgot-password',
      load: () => import('./without-sign-in/ForgotPasswordPage.tsx'),
    },
  ],
  menu: [
    {
      tabOf: '/settings',
      settings: 'people',
      key: 'people',
      to: '/people',
      right: usersRights.write,
      order: 20,
      icon: Users,
      count: {
        query: async () => (await import('../domain/people-contract.ts')).countPeople,
        input: { filters: { state: ['WAITING'] } },
        textKey: 'menu.people-waiting',
      },
    },
    {
      tabOf: '/settings',
      settings: 'people',
      key: 'rights',
      to: '/rights',
      right: roleRights.write,
      order: 25,
      icon: ShieldCheck,
    },
  ],
}
