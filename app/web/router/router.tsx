/** Builds the router from the pages that the features register. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { canonicalHistory } from '#app/web/router/canonical-history.ts'
import { FEATURES } from '#app/web/features.ts'
import { withTexts } from '#web/i18n.ts'
import { wakesPage } from '#web/drawing/first-screen.ts'
import { BareLayout } from '#app/web/layouts/BareLayout.tsx'
import { MainLayout } from '#app/web/layouts/MainLayout.tsx'
import { PublicLayout } from '#app/web/layouts/PublicLayout.tsx'
import { LogoutPage } from '#app/web/pages/LogoutPage.tsx'
import { CrashPage, NotFoundPage } from '#web/pages/NotFoundPage.tsx'
import { loadRecordParts } from '#web/lazy-part.tsx'
import { MenuEntries } from '#web/layouts/menu-entries.ts'
import { PageParts } from '#web/page-parts.ts'
import { useTabTitle } from '#web/page-title.ts'
import { type LayoutName, type PageRoute } from '#web/routes.ts'
import { usePageFacts } from '#app/web/layouts/PageOutlet.tsx'
import { landingFor } from '#app/web/pages/landing.ts'
import { currentPerson, landingPage } from '#web/session.ts'
import { rememberPage } from '#web/router/remembered-page.ts'
import { UnderLock } from '#app/web/lock/LockScreen.tsx'
import { UnlessFactorDemanded } from '#app/web/lock/UnlessFactorDemanded.tsx'
import { SignInDialog } from '#app/web/pages/SignInDialog.tsx'

type RegisteredPage = PageRoute & { feature: string }

const FRAME_PAGES: readonly RegisteredPage[] = [
  {
    feature: 'frame',
    path: '/login',
    layout: 'public',
    titleKey: 'login.title',
    load: () => import('#app/web/pages/LoginPage.tsx'),
  },
  {
    feature: 'frame',
    path: '/setup',
    layout: 'public',
    titleKey: 'setup.title',
    load: () => import('#app/web/pages/setup/SetupPage.tsx'),
  },
  {
    feature: 'frame',
    path: '/logout',
    layout: 'public',
    titleKey: 'logout.title',
    load: async () => ({ default: LogoutPage }),
  },
]

const PARTS = FEATURES.flatMap(({ parts = [] }) => parts)
const ENTRIES = FEATURES.flatMap(({ feature, menu }) => menu.map((entry) => ({ ...entry, feature })))

const registered = (): RegisteredPage[] => [
  ...FRAME_PAGES,
  ...FEATURES.flatMap(({ feature, pages }) => pages.map((page) => ({ ...page, feature }))),
]

/** Loads the code of a page, and of the parts of other features beside it if it shows one record. */
async function loadPage({ path, feature, load }: RegisteredPage & { load: () => Promise<{ default: ComponentType }> }) {
  const [page] = await Promise.all([load(), path.includes('$') ? loadRecordParts(feature) : null])
  return { default: wakesPage(page.default) }
}

/** Without a sign-in, only pages with the public layout may be opened. */
function demandSignIn({ location }: { location: { href: string } }): void {
  if (currentPerson() !== null) return
  rememberPage(location.href)
  redirect({ to: '/login', replace: true, throw: true })
}

const texts = {
  parse: (search: string) => Object.fromEntries(new URLSearchParams(search)),
  stringify: (search: Record<string, unknown>) => {
    const text = new URLSearchParams(
      Object.entries(search)
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    return text === '' ? '' : `?${text}`
  },
}

/**
 * Returns the router with the routes of all features. In one piece, because the table of routes is one declaration
 * that the types are derived from.
 */
export function makeRouter() {
  const pages = registered()

  const root = createRootRoute({
    component: Root,
    notFoundComponent: NotFoundPage,
    errorComponent: CrashPage,
  })

  const layouts = {
    main: createRoute({ getParentRoute: () => root, id: 'main', component: MainLayout, beforeLoad: demandSignIn }),
    bare: createRoute({ getParentRoute: () => root, id: 'bare', component: BareLayout, beforeLoad: demandSignIn }),
    public: createRoute({ getParentRoute: () => root, id: 'public', component: PublicLayout }),
  }

  const routesOf = (layout: LayoutName) =>
    pages
      .filter((page) => 'load' in page)
      .filter((page) => page.layout === layout)
      .map((page) =>
        createRoute({
          getParentRoute: () => layouts[layout],
          path: page.path,
          component: lazyRouteComponent(
            () => withTexts(() => loadPage(page), page.feature),
            'default',
          ) as RouteComponent,
          staticData: { titleKey: page.titleKey, feature: page.feature, right: page.right },
        }),
      )

  const redirects = pages
    .filter((page) => 'redirect' in page)
    .map((page) =>
      createRoute({
        getParentRoute: () => root,
        path: page.path,
        beforeLoad: ({ location }) => {
          demandSignIn({ location })
          redirect({ to: page.redirect, search: location.search, replace: true, throw: true })
        },
      }),
    )

  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: async ({ location }) => {
      demandSignIn({ location })
      const landing = await landingPage()
      const person = currentPerson()
      // A session that has ended in the meantime has no landing page.
      if (landing === null || person === null) redirect({ href: '/login', replace: true, throw: true })
      else
        redirect({
          href: landingFor({ ...person, rightChanges: person.acting.rightChanges, landing }, null),
          replace: true,
          throw: true,
        })
    },
  })

  const unknown = createRoute({
    getParentRoute: () => layouts.main,
    path: '$',
    component: NotFoundPage,
    staticData: { titleKey: 'not-found.title', feature: 'frame' },
  })

  return createRouter({
    routeTree: root.addChildren([
      layouts.main.addChildren([...routesOf('main'), unknown]),
      layouts.bare.addChildren(routesOf('bare')),
      layouts.public.addChildren(routesOf('public')),
      ...redirects,
      start,
    ]),
    history: canonicalHistory(pages),
    caseSensitive: true,
    trailingSlash: 'never',
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultErrorComponent: CrashPage,
    defaultPendingMs: 300,
    parseSearch: texts.parse,
    stringifySearch: texts.stringify,
  })
}

function Root() {
  const { titleKey, feature } = usePageFacts()
  const { t } = useTranslation(feature ?? 'frame')
  useTabTitle(titleKey ? t(titleKey) : null)
  return (
    <PageParts value={PARTS}>
      <MenuEntries value={ENTRIES}>
        <UnderLock>
          <UnlessFactorDemanded>
            <Outlet />
          </UnlessFactorDemanded>
        </UnderLock>
        <SignInDialog />
      </MenuEntries>
    </PageParts>
  )
}
