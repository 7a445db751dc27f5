// First, so that its order of layers holds for all styles.
import './theme/theme.css'
import { MantineProvider } from '@mantine/core'
import './theme/mantine-styles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './application/client.ts'
import { readFirst } from './application/first-reads.ts'
import { router } from './application/router.tsx'
import { keepQueueOf } from './offline/keep-queue.ts'
import { registerServiceWorker } from './offline/register.ts'
import { theme } from './theme/theme.ts'

// Sign-in links may carry their code behind a hash, where no server log keeps it.
if (location.hash.startsWith('#/')) history.replaceState(null, '', location.hash.slice(1))

// What the first picture shows is on its way while the page is put together.
void readFirst(queries)
keepQueueOf(queries)
if (import.meta.env.PROD) registerServiceWorker()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
