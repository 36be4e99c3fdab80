import { Factory, Kanban, ListChecks } from '#web/ui/icon/icons.ts'
import { CANCEL_QUESTION, ORDER_ACTION, ORDER_NOTICE } from '#features/orders/web/order-parts.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { FeatureRoutes } from '#web/routes.ts'
import { productionRights } from '../domain/rights.ts'

// the transition that a PENDING-STOCK order waits for has no button of its own
const createTasks = ORDER_ACTION.part({
  key: 'create-tasks',
  standsFor: ({ name }) => name === 'find-stock',
  Button: lazyPart(() => import('./plan/CreateShortageTasks.tsx')),
})

const tasksOfCanceled = CANCEL_QUESTION.part({
  key: 'tasks',
  Question: lazyPart(() => import('./plan/TasksOfCanceled.tsx')),
})

const tasksDoNotFit = ORDER_NOTICE.part({
  key: 'tasks-do-not-fit',
  Notice: lazyPart(() => import('./plan/OrderFit.tsx')),
})

/** The pages of the tasks: /tasks with the menu for the office, /Tasks and /single without it for the workshop (C-16, C-17). */
export const productionRoutes: FeatureRoutes = {
  feature: 'production',
  pages: [
    {
      path: '/tasks',
      layout: 'main',
      right: productionRights.read,
      titleKey: 'title.tasks',
      load: () => import('./TasksPage.tsx'),
    },
    {
      path: '/Tasks',
      layout: 'bare',
      right: productionRights.read,
      titleKey: 'title.sections',
      load: () => import('./FloorTasksPage.tsx'),
    },
    {
      path: '/tasks/board',
      layout: 'main',
      right: productionRights.read,
      titleKey: 'title.board',
      load: () => import('./board/BoardPage.tsx'),
    },
    {
      path: '/tasks/$section',
      layout: 'main',
      right: productionRights.read,
      titleKey: 'title.section',
      load: () => import('./SectionPage.tsx'),
    },
    {
      path: '/task/$id',
      layout: 'main',
      right: productionRights.read,
      titleKey: 'title.task',
      load: () => import('./task/TaskPage.tsx'),
    },
    {
      path: '/single/$section',
      layout: 'bare',
      right: productionRights.read,
      titleKey: 'title.section',
      load: () => import('./SingleSectionPage.tsx'),
    },
    {
      path: '/createtask',
      layout: 'main',
      right: productionRights.write,
      titleKey: 'title.create-task',
      load: () => import('./plan/CreateTaskPage.tsx'),
    },
  ],
  menu: [
    {
      group: 'internal',
      parentKey: 'production',
      key: 'tasks',
      to: '/tasks',
      right: productionRights.read,
      order: 10,
      icon: ListChecks,
    },
    {
      group: 'internal',
      parentKey: 'production',
      key: 'sections',
      to: '/Tasks',
      right: productionRights.read,
      order: 15,
      icon: Factory,
    },
    { tabOf: '/tasks', key: 'board', to: '/tasks/board', right: productionRights.read, order: 10, icon: Kanban },
  ],
  parts: [createTasks, tasksOfCanceled, tasksDoNotFit],
}
