import { MantineProvider } from '@mantine/core'
import { BrowserRouter } from 'react-router-dom'
import { AppContext, type AppParts } from './app-parts.ts'
import { readStyleNonce, theme } from './components/theme.ts'
import { AppRoutes } from './routes/AppRoutes.tsx'

/** The whole app around its routes. */
export function App({ parts }: { parts: AppParts }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={readStyleNonce}>
      <AppContext value={parts}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </AppContext>
    </MantineProvider>
  )
}
