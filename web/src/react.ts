/**
 * What stands for React when the page is built: of Preact, with React's interface, what the page uses. zustand takes
 * React whole for three functions: were Preact's own whole given to it, all that nobody uses would come along.
 */
import { useCallback, useDebugValue, useSyncExternalStore } from 'preact/compat';

export {
  Fragment,
  memo,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'preact/compat';
export default { useCallback, useDebugValue, useSyncExternalStore };
