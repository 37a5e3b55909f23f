public import ArgumentParser
public import PoseDetection

extension DetectionEffort: ExpressibleByArgument {}
