// The pages, in the order of the rail. Each is loaded when it is first opened.
import {
  Activity,
  Clock,
  DoorOpen,
  Gauge,
  House,
  KeyRound,
  Layers,
  PanelsTopLeft,
  SquareSlash,
  Table,
  Users,
  Webhook,
  Zap,
  type LucideIcon,
} from "lucide-react";
import { lazy, type ComponentType } from "react";

export interface PageDeclaration {
  readonly path: string;
  readonly title: string;
  readonly icon: LucideIcon;
  /** The key to press after `g`. */
  readonly key: string;
  readonly component: ComponentType;
  /** The route pattern, if it is more than the path. */
  readonly route?: string;
  /** True if the page only performs actions, which production mode refuses. */
  readonly acts?: true;
}

const overview = lazy(async () => ({
  default: (await import("../pages/overview.tsx")).OverviewPage,
}));
const timeline = lazy(async () => ({
  default: (await import("../pages/timeline.tsx")).TimelinePage,
}));
const stage = lazy(async () => ({ default: (await import("../pages/stage.tsx")).StagePage }));
const permissions = lazy(async () => ({
  default: (await import("../pages/permissions.tsx")).PermissionsPage,
}));
const commands = lazy(async () => ({
  default: (await import("../pages/commands.tsx")).CommandsPage,
}));
const lobbies = lazy(async () => ({ default: (await import("../pages/lobbies.tsx")).LobbiesPage }));
const deliveries = lazy(async () => ({
  default: (await import("../pages/deliveries.tsx")).DeliveriesPage,
}));
const oauth = lazy(async () => ({ default: (await import("../pages/oauth.tsx")).OAuthPage }));
const limits = lazy(async () => ({ default: (await import("../pages/limits.tsx")).LimitsPage }));
const faults = lazy(async () => ({ default: (await import("../pages/faults.tsx")).FaultsPage }));
const clock = lazy(async () => ({ default: (await import("../pages/clock.tsx")).ClockPage }));
const worlds = lazy(async () => ({ default: (await import("../pages/worlds.tsx")).WorldsPage }));
const data = lazy(async () => ({ default: (await import("../pages/data.tsx")).DataPage }));

export const pages: readonly PageDeclaration[] = [
  { path: "/", title: "Overview", icon: House, key: "h", component: overview },
  {
    path: "/stage",
    title: "Stage",
    icon: PanelsTopLeft,
    key: "s",
    component: stage,
    acts: true,
    route: "/stage/:guild?/:channel?",
  },
  { path: "/timeline", title: "Timeline", icon: Activity, key: "t", component: timeline },
  { path: "/permissions", title: "Permissions", icon: KeyRound, key: "p", component: permissions },
  { path: "/commands", title: "Commands", icon: SquareSlash, key: "c", component: commands },
  {
    path: "/lobbies",
    title: "Lobbies",
    icon: DoorOpen,
    key: "l",
    component: lobbies,
    route: "/lobbies/:id?",
  },
  { path: "/oauth", title: "OAuth2", icon: Users, key: "o", component: oauth },
  { path: "/webhooks", title: "Webhooks", icon: Webhook, key: "w", component: deliveries },
  { path: "/limits", title: "Limits", icon: Gauge, key: "i", component: limits },
  { path: "/faults", title: "Faults", icon: Zap, key: "f", component: faults },
  { path: "/clock", title: "Clock", icon: Clock, key: "k", component: clock },
  { path: "/worlds", title: "Worlds", icon: Layers, key: "v", component: worlds },
  { path: "/data", title: "Data", icon: Table, key: "d", component: data },
];

/** A trace from a file. */
export const traceFilePage = lazy(async () => ({
  default: (await import("../pages/trace-file.tsx")).TraceFilePage,
}));

/** The page of a single trace, which rows link to. */
export const tracePage = lazy(async () => ({
  default: (await import("../pages/trace.tsx")).TracePage,
}));
